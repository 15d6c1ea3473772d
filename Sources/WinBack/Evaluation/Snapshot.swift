package import CEL

/// The facts of one group of a customer at one instant, as the rules read them.
///
/// Verdicts, reasons and changes come from it. A fact has a value, is absent, or is unknown (F11,
/// F12). A snapshot never changes, so all users share one.
public final class Snapshot: Sendable {
  package let history: GroupHistory

  /// The instant of the clock.
  public let asOf: Instant

  /// The instant of the facts; it differs from that of the clock if the snapshot was moved.
  private let factsAsOf: Instant

  /// The facts without redemptions, which differ between offers.
  package let facts: Facts

  init(of history: GroupHistory, asOf now: Instant, countsMonths: Bool = true) {
    self.history = history
    asOf = now
    factsAsOf = now
    var facts = history.timeline.facts(asOf: now, history.policies)
    if countsMonths { history.timeline.countMonths(&facts, asOf: now, history.policies) }
    history.timeline.addStatuses(to: &facts, asOf: now)
    self.facts = facts
  }

  private init(_ snapshot: Snapshot, asOf now: Instant) {
    history = snapshot.history
    asOf = now
    factsAsOf = snapshot.factsAsOf
    facts = snapshot.facts
  }

  package var group: Symbol? { history.group }

  /// The facts as values (section 3 of the semantics).
  public var subscription: SubscriptionFacts { SubscriptionFacts(facts, history.symbols) }

  func moved(to now: Instant) -> Snapshot { Snapshot(self, asOf: now) }

  /// Returns the value of a fact for rules about an offer; without one, for an offer never
  /// redeemed.
  package func binding(of fact: FactVariable, for offer: PlacedOffer? = nil) -> Binding {
    switch value(of: fact, for: offer) {
    case .number(let number): .value(fact.value(of: number, history.symbols))
    case .absent: .absent
    case .unknown: .unknown
    case .range(let range, let mayBeAbsent): .range(range, mayBeAbsent: mayBeAbsent)
    }
  }

  private func value(of fact: FactVariable, for offer: PlacedOffer?) -> FactValue {
    switch fact.fact.source {
    case .clock: return .number(asOf.milliseconds)
    case .offerPrices:
      return offer.flatMap { facts.storefront.flatMap($0.price) }.map(FactValue.number) ?? .unknown
    case .wholeHistory: return history.value(of: fact, facts, asOf: factsAsOf)
    case .allTransactions:
      var facts = facts
      history.timeline.count(&facts, asOf: factsAsOf)
      return facts.value(of: fact)
    case .offerRedemptions:
      guard let offer else { return facts.value(of: fact) }
      var facts = facts
      history.timeline.addRedemptions(
        of: offer.redeemed,
        startingAt: offer.start(at: history.policies.timeZone),
        to: &facts,
        asOf: factsAsOf,
        history.policies.waitStart,
        counts: fact == .redemptionCount
      )
      return facts.value(of: fact)
    case .latestPurchase, .paidService, .statuses: return facts.value(of: fact)
    }
  }

  func attribute(at index: Int) -> Binding {
    let attributes = history.record.attributes
    return index < attributes.count ? attributes[index] : .absent
  }
}
