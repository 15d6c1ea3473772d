package import CEL
public import CalendarTime

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
    if fact == .now { return .value(.timestamp(asOf)) }
    var facts = facts
    if fact.isCounted { history.timeline.count(&facts, asOf: factsAsOf) }
    if fact.isOfOffer, let offer {
      history.timeline.addRedemptions(
        of: offer.redeemed,
        startingAt: offer.start(at: history.policies.timeZone),
        to: &facts,
        asOf: factsAsOf,
        history.policies.waitStart,
        counts: fact == .redemptionCount
      )
    }
    if fact == .offerPrice {
      return offer.flatMap { facts.storefront.flatMap($0.price) }.map { .value(.int($0)) }
        ?? .unknown
    }
    let value =
      fact.fact.source == .wholeHistory
      ? history.value(of: fact, facts, asOf: factsAsOf) : facts.value(of: fact)
    return switch value {
    case .number(let number): .value(fact.value(of: number, history.symbols))
    case .absent: .absent
    case .unknown: .unknown
    case .range(let range, let mayBeAbsent): .range(range, mayBeAbsent: mayBeAbsent)
    }
  }

  func attribute(at index: Int) -> Binding {
    let attributes = history.record.attributes
    return index < attributes.count ? attributes[index] : .absent
  }
}
