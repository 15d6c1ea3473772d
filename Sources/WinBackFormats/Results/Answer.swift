import CEL
import CalendarTime
package import WinBack

/// The answer about one timeline, in at most four sentences for a support ticket: which offers the
/// customer can redeem, or why none and from when, and the evidence.
///
/// It is made from the verdicts, windows and outcomes of the decision, so that the output below it
/// cannot contradict it. It can contain characters that are not safe for a terminal.
package struct Answer {
  private static let sentenceLimit = 4

  let decision: Decision
  /// The offers that the answer is about.
  package let offers: [OfferDecision]
  let names: CatalogNames
  /// The rules that exclude each offer, if the customer can redeem none.
  let obstacles: [String: [Obstacle]]
  /// Whether the customer also has answers about other groups.
  private let namesGroup: Bool
  private let selection: OfferSelection

  /// Creates the answer about a decision, one of several in one output.
  package init(
    _ decision: Decision,
    among decisions: [Decision],
    _ names: CatalogNames,
    _ selection: OfferSelection = OfferSelection()
  ) {
    self.decision = decision
    self.names = names
    self.selection = selection
    offers = decision.offers.filter { selection.contains($0.offerId) }
    let isClosed = offers.allSatisfy { $0.verdict == .ineligible }
    obstacles = Dictionary(
      keepingFirst: isClosed
        ? zip(offers, decision.obstacles(of: offers)).map { ($0.offerId, $1) } : []
    )
    namesGroup = decisions.count { $0.customerId == decision.customerId } > 1
  }

  package var text: String {
    var mentioned: Set<String> = []
    return sentences(&mentioned).compactMap { $0 }.prefix(Self.sentenceLimit)
      .joined(separator: " ")
  }

  var now: Instant { decision.asOf }
  var group: String { names.group(decision.subscriptionGroupIdentifier) }
  private var who: String { names.customer(decision.customerId) }
  private var subject: String { namesGroup ? "In \(group), \(who)" : who }

  /// Returns an offer's name, with its identifier if the name occurs for the first time.
  func name(_ id: String, _ mentioned: inout Set<String>) -> String {
    let isNew = mentioned.insert(id).inserted
    let group = decision.subscriptionGroupIdentifier
    return isNew ? names.offer(id, in: group) : names.name(of: id, in: group) ?? id
  }

  // MARK: - The sentences

  /// Returns the sentences, with nil for those that the answer does not need.
  private func sentences(_ mentioned: inout Set<String>) -> [String?] {
    guard !decision.subscriptionGroupIdentifier.isEmpty else {
      return ["\(who) has no purchase in a subscription group of the catalog."]
    }
    guard !decision.offers.isEmpty else {
      return ["The catalog has no win-back offer in \(group), where \(who) is a customer."]
    }
    guard !offers.isEmpty else {
      return ["\(group), where \(who) is a customer, has no offer \(selection.list)."]
    }
    if decision.facts.state == .neverOwned, decision.nextEvent == nil,
      !decision.facts.hasSharedAccess, offers.allSatisfy({ $0.verdict == .ineligible })
    {
      return [
        "\(subject) has no purchase in \(group), so no win-back offer applies.",
        storeAnswer(&mentioned),
      ]
    }
    let eligible = offers.filter { $0.verdict == .eligible }
    let open = offers.filter { $0.verdict == .undetermined }
    if !eligible.isEmpty {
      return [
        redeemable(eligible, &mentioned), commitment ?? end, storeAnswer(&mentioned),
        basis(besides: []),
        open.first.map { unknown($0, open, &mentioned) },
        open.first.flatMap { request(for: $0.missingFacts) },
        assumption(about: eligible, &mentioned),
      ]
    }
    if let first = open.first {
      return [
        unknown(first, open, &mentioned), commitment ?? opening(&mentioned),
        storeAnswer(&mentioned),
        request(for: first.missingFacts),
      ]
    }
    let nearest = nearest
    let doubt = doubt
    let told = [
      reason(nearest, &mentioned), doubt.map { possible($0, at: $1, &mentioned) },
      opening(&mentioned) ?? (doubt == nil ? never(&mentioned) : nil),
    ]
    return told + [
      commitment, storeAnswer(&mentioned),
      doubt.flatMap { requestThen($0, at: $1) } ?? basis(besides: told),
      assumption(about: [nearest], &mentioned),
    ]
  }

  private func redeemable(_ eligible: [OfferDecision], _ mentioned: inout Set<String>) -> String {
    let shown = eligible.map { offer in
      let last = offer.windows.first { $0.contains(now) }.flatMap { window in
        window.through.map { $0.date == now.date ? $0.time : $0.after.lastWholeDay }
      }
      return name(offer.offerId, &mentioned)
        + (last.map { " until \($0)" } ?? " without a last day")
    }
    return "\(subject) can redeem \(shown.asList)."
  }

  private var end: String? {
    guard let product = decision.facts.productId, let end = decision.lastService?.end else {
      return nil
    }
    return "The subscription to \(names.productName(product)) ended on \(end.day)."
  }

  private func unknown(
    _ first: OfferDecision,
    _ open: [OfferDecision],
    _ mentioned: inout Set<String>
  ) -> String {
    let shown = open.prefix(3).map { name($0.offerId, &mentioned) }
    let rest = open.count - shown.count
    let all = shown + (rest == 0 ? [] : ["\(rest) more \(rest == 1 ? "offer" : "offers")"])
    return "Whether \(mentioned.count > shown.count ? "the customer" : subject) can redeem "
      + "\(all.asList) is not known: \(gap(first.missingFacts))."
  }

  private func reason(_ offer: OfferDecision, _ mentioned: inout Set<String>) -> String {
    let opens = offers.contains { $0.opening(after: now) != nil || $0.doubt(after: now) != nil }
    let failures = lasting(of: offer)
    let isShared = failures.allSatisfy { failure in
      offers.allSatisfy { other in
        other.rules.contains { $0.id == failure.rule.id && $0.because == failure.rule.because }
      }
    }
    let named = isShared ? selection.isAll ? [] : offers : [offer]
    let what = named.isEmpty ? "" : " for \(named.map { name($0.offerId, &mentioned) }.asList)"
    let clauses = failures.prefix(2).map { clause(about: $0, &mentioned) }
    return "\(subject) is not eligible\(what)\(opens ? " yet" : ""): "
      + "\(clauses.joined(separator: ", and "))."
  }

  // MARK: - Later

  /// The first offer that can open, and when, if no offer opens before.
  private var doubt: (offer: OfferDecision, instant: Instant)? {
    guard let doubt = ownFirst.earliest({ $0.doubt(after: now) }) else { return nil }
    let opening = ownFirst.earliest { $0.opening(after: now) }
    return opening.map { doubt.instant < $0.instant } ?? true ? doubt : nil
  }

  /// The sentence about an offer that can open.
  private func possible(
    _ offer: OfferDecision,
    at start: Instant,
    _ mentioned: inout Set<String>
  ) -> String {
    if isKnownToRenew {
      return "An offer can open only after the subscription ends without a renewal."
    }
    let missing = decision.missingFacts(of: offer, at: start)
    if waitsForRetries(missing) {
      return "If \(conditions.asList), \(name(offer.offerId, &mentioned)) opens on \(time(start))."
    }
    return (event(by: start).map { "After \($0), the" } ?? "The")
      + " customer may be eligible for \(name(offer.offerId, &mentioned)) from \(time(start)): "
      + "\(unknown(missing, decision.renewalInfo(at: start))) is not known."
  }

  /// The sentence that no offer opens.
  private func never(_ mentioned: inout Set<String>) -> String {
    let none = offers.count == 1 ? "The offer does not open" : "No offer opens"
    let nearest = nearest
    let ends = (obstacles[nearest.offerId] ?? []).map { $0.end }
    // If each rule ends and the offer still does not open, other rules fail at that time.
    guard !ends.contains(nil), let end = ends.compactMap({ $0 }).max(),
      let failure = decision.obstacles(of: [nearest], at: end)[0].first(where: { $0.end == nil })
    else {
      return none
        + (event(by: .maximum).map { ", not even after \($0)." } ?? " without a new purchase.")
    }
    let time =
      event(by: end).map { "after \($0)" }
      ?? (isEndOfState(of: nearest, end)
        ? "when that ends on \(end.day)" : "by the time that all else holds, \(end.day)")
    return "\(none) \(time): \(because(of: failure.rule))."
  }

  /// The first offer that opens, with the condition in the customer's state.
  private func opening(_ mentioned: inout Set<String>) -> String? {
    guard let (offer, start) = ownFirst.earliest({ $0.opening(after: now) }) else { return nil }
    let isLatest = offer.undecided.contains {
      $0.from < start && $0.through.map { $0 >= now } ?? true
    }
    let opens =
      "\(name(offer.offerId, &mentioned)) opens on \(time(start))\(isLatest ? " at the latest" : "")"
    if let event = event(by: start) { return "\(opens), after \(event)." }
    return conditions.isEmpty
      ? "\(opens), unless the customer subscribes before." : "If \(conditions.asList), \(opens)."
  }

  /// What must come of the customer's subscriptions before an offer can open; empty if nothing must.
  private var conditions: [String] {
    let shared = decision.facts.hasSharedAccess ? ["the shared subscription ends"] : []
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
  private func event(by instant: Instant) -> String? {
    decision.nextEvent.flatMap { event in
      event.kind == .purchase && event.instant <= instant
        ? "the \(event.phrase), which the input has" : nil
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

  private func distance(_ offer: OfferDecision) -> [Int64] {
    let failures = obstacles[offer.offerId] ?? []
    let shortfall = failures.reduce(0) { sum, failure in
      sum + failure.rule.conditions.reduce(0) { $0 + $1.shortfall }
    }
    return [
      offer.productId == decision.lastService?.productId ? 0 : 1,
      Int64(failures.count { $0.end == nil }), Int64(failures.count), shortfall,
    ]
  }

  // MARK: - Assumptions

  /// The first assumption that Apple does not confirm and that decides the verdict on some offers.
  private func assumption(
    about decided: [OfferDecision],
    _ mentioned: inout Set<String>
  ) -> String? {
    for hinge in decided.flatMap({ $0.hingesOn }) {
      guard let policy = names.policy(hinge.policy), policy.certainty != .stated else { continue }
      let ids = decided.filter { $0.hingesOn.contains(hinge) }.map { $0.offerId }
      let isClear = offers.count == 1 || mentioned == Set(ids)
      let what = isClear ? "" : " for \(ids.map { name($0, &mentioned) }.asList)"
      let other =
        switch hinge.verdict {
        case .eligible: "the customer is eligible\(what)"
        case .ineligible: "the customer is not eligible\(what)"
        case .undetermined: "it is not known whether the customer is eligible\(what)"
        }
      return "Apple does not confirm that \(policy.answer(hinge.value).asClause); "
        + "if \(policy.answer(hinge.alternative).asClause), \(other)."
    }
    return nil
  }
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

  /// Returns the named identifiers that no offer has, in byte order.
  package func unknown(among known: [String]) -> [String] { ids.subtracting(known).ordered() }
}

extension Policy {
  /// Returns the meaning of a policy's value, as a sentence.
  package func answer(_ value: String) -> String {
    value == self.value
      ? meaning : alternatives.first { $0.value == value }?.title ?? "\(name) is \(value)."
  }
}

extension OfferDecision {
  /// Returns the next instant at which the offer opens.
  func opening(after now: Instant) -> Instant? { windows.first { $0.from > now }?.from }

  /// Returns the next instant from which it is not decided whether the offer is open.
  func doubt(after now: Instant) -> Instant? { undecided.first { $0.from > now }?.from }
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
