import CEL

extension Scenario {
  /// Checks every expectation.
  ///
  /// - Complexity: O(*e* · (*n* + *o*)) for *e* expectations, *n* transactions and *o* offers; more
  ///   if reasons or windows are expected, or if something fails.
  package func run() -> ScenarioResult {
    guard let customer, faults.isEmpty else { return ScenarioResult(scenario: self, failures: []) }
    let failures = expectations.compactMap { failure(of: $0, customer) }
    return ScenarioResult(scenario: self, failures: failures)
  }

  /// Returns the instant of an expectation; a date starts in the time zone of the engine (T4).
  package func instant(of expectation: Expectation) -> Instant {
    expectation.asOf.resolved(at: engine.policies.facts.timeZone)
  }

  /// Returns the customer in the storefronts of an expectation, in one view if only verdicts count.
  private func views(of customer: ScenarioCustomer, _ expectation: Expectation) -> [CustomerView] {
    let now = instant(of: expectation)
    guard !expectation.needsOnlyVerdicts, let storefronts = expectation.storefronts else {
      return customer.views(in: expectation.storefronts, engine, asOf: now)
    }
    return storefronts.flatMap { customer.views(in: [$0], engine, asOf: now) }
  }

  private func failure(
    of expectation: Expectation,
    _ customer: ScenarioCustomer
  ) -> ScenarioResult.Failure? {
    var parts: [(mismatches: [Mismatch], storefronts: [Storefront], situations: [Snapshot])] = []
    for view in views(of: customer, expectation) {
      let situations = expectation.asked(of: view.situations, in: engine)
      let mismatches = mismatches(of: view.customer, situations, expectation)
      guard !mismatches.isEmpty else { continue }
      if let same = parts.firstIndex(where: { $0.mismatches == mismatches }) {
        parts[same].storefronts += view.storefronts
      } else {
        parts.append((mismatches, view.storefronts, situations))
      }
    }
    guard let first = parts.first else { return nil }
    let mismatches = parts.enumerated().flatMap { index, part in
      part.mismatches.map { mismatch in
        guard expectation.storefronts != nil else { return mismatch }
        var mismatch = mismatch
        mismatch.subject += " in \(part.storefronts.brief)"
        // The reasons explain the differences in the first storefronts only.
        if index > 0 { mismatch.offers = [] }
        return mismatch
      }
    }
    return ScenarioResult.Failure(
      expectation: expectation,
      mismatches: mismatches,
      decisions: first.situations.map(engine.decision)
    )
  }

  private func mismatches(
    of customer: ScenarioCustomer,
    _ situations: [Snapshot],
    _ expectation: Expectation
  ) -> [Mismatch] {
    verdicts(in: situations, expectation)
      + reasons(in: situations, expectation)
      + windows(in: situations, expectation)
      + facts(in: situations, expectation)
      + screens(of: customer, expectation)
      + redemption(by: customer, expectation)
  }

  private func verdicts(in situations: [Snapshot], _ expectation: Expectation) -> [Mismatch] {
    let (eligible, undetermined) = engine.offers(in: situations)
    return [
      difference("eligible", expectation.eligible, eligible) { Set($0) == Set($1) },
      difference("undetermined", expectation.undetermined, undetermined) { Set($0) == Set($1) },
      order(expectation.order, eligible, in: situations),
    ].compactMap(\.self)
  }

  /// Returns the difference of the order; if the offers are the same, with the key that decides.
  private func order(
    _ expected: [String]?,
    _ found: [String],
    in situations: [Snapshot]
  ) -> Mismatch? {
    var mismatch = difference("order", expected, found, unless: ==)
    guard mismatch?.offers == [], let expected,
      let (later, earlier) = zip(expected, found).first(where: { $0 != $1 }),
      let first = offer(earlier, in: situations), let second = offer(later, in: situations)
    else { return mismatch }
    let programs = engine.programs
    let key = engine.orderKey(between: programs[first.index], and: programs[second.index])
    mismatch?.found +=
      "; \(earlier) comes before \(later): "
      + (key?.title ?? "no key of the order distinguishes them, so their ids decide")
    return mismatch
  }

  private func difference(
    _ subject: String,
    _ expected: [String]?,
    _ found: [String],
    unless isMet: ([String], [String]) -> Bool
  ) -> Mismatch? {
    guard let expected, !isMet(expected, found) else { return nil }
    let difference = Set(expected).symmetricDifference(found)
    return Mismatch(
      subject: subject,
      expected: expected.listed,
      found: found.listed,
      offers: engine.offerIds.filter(difference.contains)
    )
  }

  private func offer(_ id: String, in situations: [Snapshot]) -> (index: Int, on: Snapshot)? {
    situations.lazy.compactMap { situation in
      engine.offerIndices(in: situation.group).first { engine.programs[$0].offer.id == id }
        .map { ($0, situation) }
    }.first
  }

  private func reasons(in situations: [Snapshot], _ expectation: Expectation) -> [Mismatch] {
    expectation.because.compactMap { id, ids in
      let subject = "because of \(id)"
      guard let offer = offer(id, in: situations) else {
        return missing(subject, expected: ids.listed, id)
      }
      let outcomes = engine.outcomes(of: engine.programs[offer.index], on: offer.on)
      let failures = outcomes.filter { $0.outcome == .fails }
      let named = failures.filter { ids.contains($0.id) || ids.contains($0.reason ?? $0.id) }
      let known = Set(failures.flatMap { [$0.id, $0.reason ?? $0.id] })
      guard named.count < failures.count || !ids.allSatisfy(known.contains) else { return nil }
      let found = failures.map(\.id).listed
      return Mismatch(subject: subject, expected: ids.listed, found: found, offers: [id])
    }
  }

  private func windows(in situations: [Snapshot], _ expectation: Expectation) -> [Mismatch] {
    let offset = engine.policies.facts.timeZone
    return expectation.windows.compactMap { id, windows in
      let subject = "windows of \(id)"
      let expected = windows.map { $0.text }.listed
      guard let offer = offer(id, in: situations) else {
        return missing(subject, expected: expected, id)
      }
      let own = engine.verdicts(of: offer.on.history)[offer.index].windows(of: .eligible)
      let isSame =
        windows.count == own.count && zip(windows, own).allSatisfy { $0.matches($1, at: offset) }
      guard !isSame else { return nil }
      let found = own.map { $0.text }.listed
      return Mismatch(subject: subject, expected: expected, found: found, offers: [id])
    }
  }

  private func facts(in situations: [Snapshot], _ expectation: Expectation) -> [Mismatch] {
    expectation.facts.flatMap { fact in
      situations.compactMap { situation in
        fact.difference(in: situation).map { found in
          Mismatch(subject: fact.name, expected: fact.value?.text ?? "none", found: found)
        }
      }
    }
  }

  // MARK: - What customers are shown, and the result of their purchases (M1, M4)

  private func screens(of customer: ScenarioCustomer, _ expectation: Expectation) -> [Mismatch] {
    guard expectation.looksAtScreens, let merchandiser = try? screens?.merchandiser(for: engine)
    else { return [] }
    let situations = customer.situations(in: engine, asOf: instant(of: expectation))
    return expectation.asked(of: situations, in: engine).flatMap { situation -> [Mismatch] in
      let shown = merchandiser.shown(on: situation)
      var mismatches: [Mismatch] = []
      if let expected = expectation.show, expected != shown.screen {
        let because = merchandiser.merchandising(on: situation).because
        let found = "\(shown.screen.rawValue): \(because)"
        mismatches.append(Mismatch(subject: "show", expected: expected.rawValue, found: found))
      }
      if let expected = expectation.shownOffer, expected != shown.offerId {
        let offers = [expected] + [shown.offerId].compactMap(\.self)
        let found = shown.offerId ?? "none"
        mismatches.append(
          Mismatch(subject: "offerId", expected: expected, found: found, offers: offers)
        )
      }
      return mismatches
    }
  }

  private func redemption(by customer: ScenarioCustomer, _ expectation: Expectation) -> [Mismatch] {
    guard let redemption = expectation.redemption else { return [] }
    let instant = redemption.at.resolved(at: engine.policies.facts.timeZone)
    let attempts = customer.redemptions(of: redemption.offerId, in: engine, at: instant)
    return attempts.compactMap { attempt in
      let found = ExpectedRedemption.Outcome(attempt.verdict)
      guard found != redemption.outcome else { return nil }
      let because = attempt.failures.map(\.because) + attempt.missing.map { "not known: \($0)" }
      return Mismatch(
        subject: "redeem \(redemption.offerId) at \(redemption.at.text)",
        expected: redemption.outcome.rawValue,
        found: found.rawValue + (because.isEmpty ? "" : ": " + because.joined(separator: "; ")),
        offers: [redemption.offerId]
      )
    }
  }

  private func missing(_ subject: String, expected: String, _ offer: String) -> Mismatch {
    let found = "no decision: the customer is not in the group of \(offer)"
    return Mismatch(subject: subject, expected: expected, found: found)
  }
}

// MARK: - Verdicts

extension EligibilityEngine {
  func offers(in situations: [Snapshot]) -> (eligible: [String], undetermined: [String]) {
    var (eligible, undetermined): ([String], [String]) = ([], [])
    for situation in situations {
      for program in offerIndices(in: situation.group).map({ programs[$0] }) {
        switch situation.verdict(on: program) {
        case .eligible: eligible.append(program.offer.id)
        case .undetermined: undetermined.append(program.offer.id)
        case .ineligible: break
        }
      }
    }
    return (eligible, undetermined)
  }
}

extension [String] {
  fileprivate var listed: String { isEmpty ? "none" : joined(separator: ", ") }
}

extension Window {
  fileprivate var text: String { "\(from) " + (through.map { "through \($0)" } ?? "without end") }
}

extension Expectation.ExpectedWindow {
  fileprivate var text: String {
    "\(from.text) " + (through.map { "through \($0.text)" } ?? "without end")
  }

  fileprivate func matches(_ window: Window, at offset: UTCOffset) -> Bool {
    guard from.resolved(at: offset) == window.from else { return false }
    guard let through, let last = window.through else {
      return through == nil && window.through == nil
    }
    let start = through.resolved(at: offset)
    guard through.isDateOnly else { return start == last }
    return start <= last && last < start.adding(milliseconds: Instant.millisecondsPerDay)
  }
}
