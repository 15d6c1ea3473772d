import CEL

/// The answer about one timeline, in at most four sentences for a support ticket: which offers the
/// customer can redeem, or why none and from when, and the evidence.
///
/// It is made from the verdicts, windows and outcomes of the decision, so that the output below it
/// cannot contradict it.
package struct Answer {
  private static let sentenceLimit = 4
  /// How many offers a sentence names.
  static let nameLimit = 3

  let decision: Decision
  /// The offers that the answer is about.
  package let offers: [OfferDecision]
  let names: CatalogNames
  /// The rules that exclude each offer, if the customer can redeem none.
  let obstacles: [String: [Obstacle]]
  private let selection: OfferSelection

  package init(_ decision: Decision, _ selection: OfferSelection = OfferSelection()) {
    self.decision = decision
    self.selection = selection
    names = decision.names
    offers = decision.offers.filter { selection.contains($0.offerId) }
    let isClosed = offers.allSatisfy { $0.verdict == .ineligible }
    obstacles = Dictionary(
      keepingFirst: isClosed
        ? zip(offers, decision.obstacles(of: offers)).map { ($0.offerId, $1) } : []
    )
  }

  /// The text, on one line; it has no character that controls a terminal or hides text.
  package var text: String {
    let group = decision.subscriptionGroupIdentifier
    var text = "On \(isSharp ? now.time : now.day),\(namesGroup ? " in \(self.group)," : "")"
    var known: Set<Sentence.Part> = []
    for (index, sentence) in sentences.enumerated() {
      let words = sentence.text { id in
        let isNew = known.insert(.offer(id)).inserted
        return isNew ? names.offer(id, in: group) : names.name(of: id, in: group) ?? id
      } customer: {
        let isNew = known.insert(.customer).inserted && !decision.customerId.isEmpty
        return isNew ? decision.customerId : "the customer"
      }
      // Names keep their letters.
      let isName = if case .offer = sentence.parts.first { true } else { index == 0 }
      text += " " + (isName ? words : words.capitalizedFirst)
    }
    return text.printable
  }

  var now: Instant { decision.asOf }
  var group: String { names.group(decision.subscriptionGroupIdentifier) }
  /// Whether the customer also has answers about other groups.
  private var namesGroup: Bool {
    decision.hasOthers && !decision.subscriptionGroupIdentifier.isEmpty
  }

  /// Whether the day of the question does not say enough, because something changes on that day.
  private var isSharp: Bool {
    let windows = offers.flatMap { $0.windows + $0.undeterminedWindows }
    let edges = windows.map { $0.from } + windows.compactMap { $0.through?.after }
    let ends = decision.recoveries.map { $0.end } + decision.periods.flatMap { [$0.start, $0.end] }
    return (edges + ends).contains { $0 != now && $0.date == now.date }
  }

  // MARK: - The sentences

  private var sentences: [Sentence] {
    guard !decision.subscriptionGroupIdentifier.isEmpty else {
      return ["\(.customer) has no purchase in a subscription group of the catalog."]
    }
    let place = namesGroup ? "" : " in \(group)"
    guard !decision.offers.isEmpty else {
      return ["the catalog has no \(decision.kind.phrase)\(place) for \(.customer)."]
    }
    guard !offers.isEmpty else {
      return ["\(group), where \(.customer) is a customer, has no offer \(selection.list)."]
    }
    let eligible = offers.filter { $0.verdict == .eligible }
    let open = offers.filter { $0.verdict == .undetermined }
    let missing = open.flatMap { $0.missingFacts }.withoutRepeats
    let told: [Sentence?]
    if !eligible.isEmpty {
      let rest =
        screens(of: eligible) + [
          storeAnswer, basis(besides: []), unknown(open, missing), request(for: missing),
          assumption(about: eligible + offers.filter { $0.verdict == .ineligible }),
        ]
      let isShort = rest.count { $0 != nil } < Self.sentenceLimit - 1
      told = [redeemable(eligible), isShort ? end : nil] + rest
    } else if !open.isEmpty {
      told = [
        unknown(open, missing), commitment ?? opening, sharing, storeAnswer, request(for: missing),
      ]
    } else if hasNoPurchase {
      told =
        ["\(.customer) has no purchase\(place), so no \(decision.kind.phrase) applies."]
        + screens(of: []) + [storeAnswer]
    } else {
      told = refusal
    }
    return Array(told.compactMap { $0 }.prefix(Self.sentenceLimit))
  }

  /// Whether the customer has bought nothing in the group, and nobody shares anything, where that says
  /// enough.
  private var hasNoPurchase: Bool {
    decision.kind.needsPurchase && decision.facts.state == .neverOwned && decision.nextEvent == nil
      && decision.facts.hasSharedAccess == false
  }

  /// The sentences if the customer is eligible for no offer.
  private var refusal: [Sentence?] {
    let (nearest, doubt) = (nearest, doubt)
    let reasons = reasons(of: nearest)
    let told = [
      refusal(of: nearest, reasons), doubt.map { possible($0, at: $1) },
      opening ?? (doubt == nil ? never : nil),
    ]
    return told + [
      reasons.contains { $0.isSharing } ? nil : sharing, commitment, storeAnswer,
      doubt.flatMap { requestThen($0, at: $1) } ?? basis(besides: told.compactMap { $0 }),
      assumption(about: [nearest]),
    ] + screens(of: [])
  }

  private func redeemable(_ eligible: [OfferDecision]) -> Sentence {
    let shown = eligible.map { offer -> Sentence in
      let last = offer.windows.first { $0.contains(now) }.flatMap { window in
        window.through.map { through in
          let end = through.date == now.date ? through.time : through.after.lastWholeDay
          let mayLast = offer.undeterminedWindows.contains { $0.follows(window) }
          return mayLast ? " until \(end) at least" : " until \(end)"
        }
      }
      return "\(.offer(offer.offerId))\(last ?? " without a last day")"
    }
    return "\(.customer) can redeem \(shown.asList)."
  }

  private var end: Sentence? {
    guard let product = decision.facts.productId, let end = decision.lastService?.end, end <= now
    else { return nil }
    return "The subscription to \(names.productName(product)) ended on \(end.day)."
  }

  /// What hides the offers that the customer can redeem, or where they can be seen.
  private func screens(of eligible: [OfferDecision]) -> [Sentence?] {
    let shown = decision.merchandising
    let first: Sentence? =
      switch shown?.show {
      case .introductory:
        """
        The app shows the introductory offer of \(shown?.productId.map(names.productName) ?? "")\
        \(eligible.isEmpty ? "" : " first").
        """
      case .hidden where !eligible.isEmpty: "The app shows no offer: \(shown?.because ?? "")."
      default: nil
      }
    let quiet = eligible.filter { offer in
      names.isPromoted(offer.offerId, in: decision.subscriptionGroupIdentifier) == false
    }
    return [
      first,
      quiet.isEmpty
        ? nil
        : "The App Store does not show \(.offers(quiet.map { $0.offerId })); only the app can.",
    ]
  }

  private func unknown(_ open: [OfferDecision], _ missing: [String]) -> Sentence? {
    guard let first = open.first else { return nil }
    let offers = Sentence.offers(open.map { $0.offerId }, limit: Self.nameLimit)
    return "it is not known whether \(.customer) can redeem \(offers): \(gap(first.missingFacts))."
  }

  private func refusal(of nearest: OfferDecision, _ reasons: [Reason]) -> Sentence {
    let clauses = reasons.map { $0.clause }
    let alike = ownFirst.filter { self.reasons(of: $0).map { $0.clause } == clauses }
    let named = Sentence.offers(alike.map { $0.offerId }, limit: Self.nameLimit)
    let opens = alike.contains { $0.opening(after: now) != nil || $0.doubt(after: now) != nil }
    let other = clauses.dropFirst().first.map { ", and \($0)" as Sentence } ?? ""
    return """
      \(.customer) is not eligible for \(named)\(opens ? " yet" : ""): \
      \(clauses.first ?? "")\(other).
      """
  }

  // MARK: - Later

  /// The first offer that can open, and when, if no offer opens before.
  private var doubt: (offer: OfferDecision, instant: Instant)? {
    guard let doubt = ownFirst.earliest({ $0.doubt(after: now) }) else { return nil }
    let opening = ownFirst.earliest { $0.opening(after: now) }
    return opening.map { doubt.instant < $0.instant } ?? true ? doubt : nil
  }

  /// The sentence about an offer that can open.
  private func possible(_ offer: OfferDecision, at start: Instant) -> Sentence {
    if decision.kind == .winBack, isKnownToRenew {
      return "An offer can open only after the subscription ends without a renewal."
    }
    let missing = decision.missingFacts(of: offer, at: start)
    if waitsForRetries(missing, at: start), !isRefusedAnyway(offer) {
      return "If \(conditions.asList), \(.offer(offer.offerId)) opens on \(time(start))."
    }
    let after: Sentence = event(by: start).map { "After \($0), the" } ?? "The"
    return """
      \(after) customer may be eligible for \(.offer(offer.offerId)) from \(time(start)): \
      \(unknown(missing, decision.renewalInfo(at: start))) is not known.
      """
  }

  /// The sentence that no offer opens.
  private var never: Sentence {
    let none = offers.count == 1 ? "The offer does not open" : "No offer opens"
    let failures = obstacles[nearest.offerId] ?? []
    let ends = failures.map { $0.end }
    // If each rule ends and the offer still does not open, other rules fail at that time.
    guard !ends.contains(nil), let end = ends.compactMap({ $0 }).max(),
      let failure = decision.obstacles(of: [nearest], at: end)[0].first(where: { $0.end == nil })
    else {
      if let event = event(by: .maximum) { return "\(none), not even after \(event)." }
      return "\(none) \(failures.contains(where: isOver) ? "again" : "without a new purchase")."
    }
    let isToldEnd = reasons(of: nearest).contains { $0.end == end }
    let time: Sentence =
      event(by: end).map { "after \($0)" }
      ?? (isToldEnd ? "after that" : "by \(end.day), when all else holds")
    return "\(none) \(time): \(failure.because)."
  }

  /// The first offer that opens, with the condition in the customer's state.
  private var opening: Sentence? {
    guard let (offer, start) = ownFirst.earliest({ $0.opening(after: now) }) else { return nil }
    let isLatest = offer.undeterminedWindows.contains {
      $0.from < start && $0.through.map { $0 >= now } ?? true
    }
    let opens: Sentence =
      "\(.offer(offer.offerId)) opens on \(time(start))\(isLatest ? " at the latest" : "")"
    if let event = event(by: start) { return "\(opens), after \(event)." }
    return conditions.isEmpty
      ? "\(opens), unless the customer subscribes before." : "If \(conditions.asList), \(opens)."
  }

  /// What must come of the customer's subscriptions before an offer can open; empty if nothing must.
  private var conditions: [String] {
    let shared = decision.facts.hasSharedAccess != false ? ["the shared subscription ends"] : []
    return (ownCondition.map { [$0] } ?? []) + shared
  }

  /// What must come of the customer's own subscription before an offer can open; nil if nothing must.
  private var ownCondition: String? {
    switch decision.facts.state {
    case .inBillingRetryPeriod, .inGracePeriod: "the payment does not succeed"
    case .subscribed where decision.facts.willAutoRenew == true: "the subscription is not renewed"
    case nil where decision.evidence.renewalInfo == .missing: "no payment succeeds"
    default: nil
    }
  }

  private func time(_ instant: Instant) -> String {
    instant.date == now.date ? instant.time : instant.day
  }

  /// The purchase that the input has until an instant, and that has not been made yet.
  private func event(by instant: Instant) -> Sentence? {
    decision.nextEvent.flatMap { event in
      event.kind == .purchase && event.instant <= instant
        ? "the \(.event(event)), which the input has" : nil
    }
  }

  /// The offer to report: the first that opens, else the first that can open, else the one that
  /// lacks least; offers for the customer's own product have priority.
  private var nearest: OfferDecision {
    ownFirst.earliest { $0.opening(after: now) }?.offer
      ?? ownFirst.earliest { $0.doubt(after: now) }?.offer
      ?? offers.min { distance($0).lexicographicallyPrecedes(distance($1)) } ?? offers[0]
  }

  /// The offers, first those for the customer's own product.
  private var ownFirst: [OfferDecision] {
    let product = decision.lastService?.productId
    return offers.filter { $0.productId == product } + offers.filter { $0.productId != product }
  }

  /// Returns whether a rule fails for every customer from now on.
  private func isOver(_ failure: Obstacle) -> Bool {
    failure.end == nil && failure.facts == [.now]
  }

  private func distance(_ offer: OfferDecision) -> [Int64] {
    let failures = obstacles[offer.offerId] ?? []
    let shortfall = failures.reduce(0) { sum, failure in
      sum + failure.rule.conditions.reduce(0) { $0 + $1.shortfall }
    }
    return [
      offer.productId == decision.lastService?.productId ? 0 : 1,
      Int64(failures.count(where: isOver)), Int64(failures.count { $0.end == nil }),
      Int64(failures.count), shortfall,
    ]
  }

  // MARK: - Assumptions

  /// The first assumption that Apple does not confirm and that decides the verdict on some offers.
  private func assumption(about decided: [OfferDecision]) -> Sentence? {
    for hinge in decided.flatMap({ $0.hingesOn }) {
      guard let policy = names.policy(hinge.policy), policy.certainty != .stated else { continue }
      let ids = decided.filter { $0.hingesOn.contains(hinge) }.map { $0.offerId }
      let what: Sentence = decided.count == ids.count ? "" : " for \(.offers(ids))"
      let other =
        switch hinge.verdict {
        case .eligible: "the customer is eligible"
        case .ineligible: "the customer is not eligible"
        case .undetermined: "it is not known whether the customer is eligible"
        }
      let outcome: Sentence = "\(policy.answer(hinge.alternative).asClause), \(other)\(what)."
      guard hinge.policy == FactPolicy.gapTolerance.name, let days = decision.lastBreak else {
        return "If \(outcome)"
      }
      return "The subscription had a break of \(days): if \(outcome)"
    }
    return nil
  }
}

extension Decision {
  /// The answer in at most four sentences for people, on one line: which offers the customer can
  /// redeem until when, or why none and from when, and the evidence for it.
  ///
  /// - Complexity: That of the decision, if the customer is eligible for no offer.
  public var answer: String { Answer(self).text }
}

/// The offers that are explained: all, or those that the user named.
///
/// The list of eligible offers is always complete: a part of it would be another answer.
package struct OfferSelection: Sendable, Hashable {
  private let ids: Set<String>

  /// Creates a selection; it contains all offers if no identifier is given.
  package init(_ ids: [String] = []) { self.ids = Set(ids) }

  package var isAll: Bool { ids.isEmpty }

  package func contains(_ id: String) -> Bool { ids.isEmpty || ids.contains(id) }

  /// The named identifiers, in byte order.
  package var list: String { ids.ordered().asList }
}

extension Policy {
  /// Returns the meaning of a policy's value, as a sentence.
  package func answer(_ value: String) -> String {
    value == self.value
      ? meaning : alternatives.first { $0.value == value }?.title ?? "\(name) is \(value)."
  }
}

extension [OfferDecision] {
  /// Returns the offer with the earliest instant, and the instant; of equal ones, the first.
  fileprivate func earliest(
    _ instant: (OfferDecision) -> Instant?
  ) -> (offer: OfferDecision, instant: Instant)? {
    compactMap { offer in instant(offer).map { (offer, $0) } }.min { $0.1 < $1.1 }
  }
}

extension RuleOutcome.Condition {
  /// The difference by which a number is too small.
  fileprivate var shortfall: Int64 {
    guard outcome == .fails, case .int(let actual)? = actual, case .int(let needed)? = needed else {
      return 0
    }
    return max(0, needed.subtractingReportingOverflow(actual).partialValue)
  }
}

extension String {
  /// The sentence as a clause of another sentence.
  fileprivate var asClause: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    let isName = text.hasPrefix("Apple") || text.dropFirst().first?.isLowercase == false
    return isName && !text.hasPrefix("A ")
      ? String(text) : text.prefix(1).lowercased() + text.dropFirst()
  }
}
