package import CalendarTime
import CEL
import WinBack

extension Scenario {
  /// Checks every expectation.
  ///
  /// - Complexity: O(*e* · (*n* + *o*)) for *e* expectations, *n* transactions and *o* offers; more where
  ///   reasons or windows are expected, or something fails.
  package func run() -> ScenarioResult {
    guard let customer, faults.isEmpty else { return ScenarioResult(scenario: self, failures: []) }
    let failures = expectations.compactMap { expectation in
      isMetAtOnce(expectation, by: customer) ? nil : failure(of: expectation, customer)
    }
    return ScenarioResult(scenario: self, failures: failures)
  }

  /// Returns the same scenario against another engine, whose catalog has the same identifiers.
  func with(_ engine: EligibilityEngine) -> Scenario {
    Scenario(
      name: name,
      file: file,
      line: line,
      engine: engine,
      setting: setting,
      screens: screens,
      customer: customer,
      expectations: expectations,
      faults: faults
    )
  }

  /// The instant of an expectation; a date starts where the engine's days start (T4).
  package func instant(of expectation: Expectation) -> Instant {
    expectation.asOf.resolved(at: engine.policies.facts.timeZone)
  }

  /// Returns whether verdicts alone tell that an expectation is met, which they mostly do.
  private func isMetAtOnce(
    _ expectation: Expectation,
    by customer: ScenarioCustomer
  ) -> Bool {
    guard expectation.needsOnlyVerdicts else { return false }
    let asked = expectation.group.map { engine.index.symbols.find($0) }
    return views(of: customer, expectation).allSatisfy { view in
      var answer = Answer()
      for situation in view.situations where asked == nil || situation.group == asked {
        for program in engine.programs where program.offer.group == situation.group {
          answer.add(program.offer.offer.offerId, situation.verdict(on: program))
        }
      }
      return mismatches(of: answer, expectation).isEmpty
    }
  }

  /// Returns the customer in the storefronts of an expectation, together where verdicts are all that counts.
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
    var parts: [(mismatches: [Mismatch], storefronts: [Storefront], decisions: [Decision])] = []
    for view in views(of: customer, expectation) {
      let asked = expectation.group.map { engine.index.symbols.find($0) }
      let situations = view.situations.filter { asked == nil || $0.group == asked }
      let decisions = situations.map(engine.decision)
      let mismatches = mismatches(of: view.customer, situations, decisions, expectation)
      guard !mismatches.isEmpty else { continue }
      if let same = parts.firstIndex(where: { $0.mismatches == mismatches }) {
        parts[same].storefronts += view.storefronts
      } else {
        parts.append((mismatches, view.storefronts, decisions))
      }
    }
    guard let first = parts.first else { return nil }
    let mismatches = parts.enumerated().flatMap { place, part in
      expectation.storefronts == nil
        ? part.mismatches
        : part.mismatches.map { $0.in(part.storefronts, explains: place == 0) }
    }
    return ScenarioResult.Failure(
      expectation: expectation,
      mismatches: mismatches,
      decisions: first.decisions
    )
  }

  private func mismatches(
    of customer: ScenarioCustomer,
    _ situations: [Snapshot],
    _ decisions: [Decision],
    _ expectation: Expectation
  ) -> [Mismatch] {
    var answer = Answer()
    for offer in decisions.flatMap(\.offers) { answer.add(offer.offerId, offer.verdict) }
    return mismatches(of: answer, expectation)
      + reasons(in: decisions, expectation)
      + windows(in: decisions, expectation)
      + facts(in: situations, expectation)
      + screens(of: customer, expectation)
      + redemption(by: customer, expectation)
  }
}

extension Mismatch {
  /// Returns the difference as that in some storefronts, with its offers if their reasons explain it there.
  fileprivate func `in`(_ storefronts: [Storefront], explains: Bool) -> Mismatch {
    Mismatch(
      subject: "\(subject) in \(storefronts.brief)",
      expected: expected,
      found: found,
      offers: explains ? offers : []
    )
  }
}

// MARK: - Verdicts

/// The offers of an answer by their verdict, best first.
private struct Answer {
  var eligible: [String] = []
  var undetermined: [String] = []

  mutating func add(_ offer: String, _ verdict: Verdict) {
    switch verdict {
    case .eligible: eligible.append(offer)
    case .undetermined: undetermined.append(offer)
    case .ineligible: break
    }
  }
}

extension Scenario {
  private func mismatches(of answer: Answer, _ expectation: Expectation) -> [Mismatch] {
    [
      difference("eligible", expectation.eligible, answer.eligible) { Set($0) == Set($1) },
      difference("undetermined", expectation.undetermined, answer.undetermined) {
        Set($0) == Set($1)
      },
      order(expectation.order, answer.eligible),
    ].compactMap(\.self)
  }

  /// Returns how the order differs; if the offers are the same, with the key that decides.
  private func order(_ expected: [String]?, _ found: [String]) -> Mismatch? {
    let mismatch = difference("order", expected, found, unless: ==)
    guard let mismatch, mismatch.offers.isEmpty, let expected,
      let (later, earlier) = zip(expected, found).first(where: { $0 != $1 }),
      let first = engine.programs.first(where: { $0.offer.offer.offerId == earlier }),
      let second = engine.programs.first(where: { $0.offer.offer.offerId == later })
    else { return mismatch }
    let key = engine.orderKey(between: first, and: second)
    return Mismatch(
      subject: mismatch.subject,
      expected: mismatch.expected,
      found: mismatch.found + "; \(earlier) comes before \(later): "
        + (key?.title ?? "no key of the order distinguishes them, so their ids decide"),
      offers: []
    )
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
}

// MARK: - Reasons, windows, facts

extension Scenario {
  private func reasons(in decisions: [Decision], _ expectation: Expectation) -> [Mismatch] {
    expectation.because.compactMap { offer, ids in
      let subject = "because of \(offer)"
      guard let decision = decisions.offer(offer) else {
        return missing(subject, expected: ids.listed, offer)
      }
      let failures = decision.failures
      let named = failures.filter { ids.contains($0.id) || ids.contains($0.reason ?? $0.id) }
      let known = Set(failures.flatMap { [$0.id, $0.reason ?? $0.id] })
      guard named.count < failures.count || !ids.allSatisfy(known.contains) else { return nil }
      return Mismatch(
        subject: subject,
        expected: ids.listed,
        found: failures.map(\.id).listed,
        offers: [offer]
      )
    }
  }

  private func windows(in decisions: [Decision], _ expectation: Expectation) -> [Mismatch] {
    let offset = engine.policies.facts.timeZone
    return expectation.windows.compactMap { offer, windows in
      let subject = "windows of \(offer)"
      let expected = windows.map { $0.text }.listed
      guard let decision = decisions.offer(offer) else {
        return missing(subject, expected: expected, offer)
      }
      let found = decision.windows
      let isSame =
        windows.count == found.count
        && zip(windows, found).allSatisfy { $0.matches($1, at: offset) }
      guard !isSame else { return nil }
      return Mismatch(
        subject: subject,
        expected: expected,
        found: found.map { $0.text }.listed,
        offers: [offer]
      )
    }
  }

  private func facts(in situations: [Snapshot], _ expectation: Expectation) -> [Mismatch] {
    expectation.facts.flatMap { fact in
      situations.compactMap { situation in
        fact.difference(in: situation).map { found in
          Mismatch(
            subject: fact.name,
            expected: fact.value?.text ?? "none",
            found: found,
            offers: []
          )
        }
      }
    }
  }

  /// The difference for an offer that is not in question: the customer has nothing in its group.
  private func missing(_ subject: String, expected: String, _ offer: String) -> Mismatch {
    Mismatch(
      subject: subject,
      expected: expected,
      found: "no decision: the customer is not in the group of \(offer)",
      offers: []
    )
  }
}

extension [Decision] {
  fileprivate func offer(_ id: String) -> OfferDecision? {
    lazy.flatMap(\.offers).first { $0.offerId == id }
  }
}

extension [String] {
  /// The names with commas between them, or that there are none.
  fileprivate var listed: String {
    isEmpty ? "none" : joined(separator: ", ")
  }
}

extension Window {
  fileprivate var text: String {
    "\(from) " + (through.map { "through \($0)" } ?? "without end")
  }
}

extension Expectation.ExpectedWindow {
  fileprivate var text: String {
    "\(from.text) " + (through.map { "through \($0.text)" } ?? "without end")
  }

  /// Returns whether a window is the expected one.
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
