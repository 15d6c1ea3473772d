package import CEL
public import CalendarTime

/// The facts of one group of a customer at one instant, as the rules read them.
///
/// Verdicts, reasons and changes come from it. A fact has a value, is known to be absent, or is not
/// known (F11, F12). Nothing changes a snapshot, so that all who ask share one.
public final class Snapshot: Sendable {
  /// The history that the facts are read from.
  package let history: GroupHistory

  /// The instant that the clock shows.
  public let asOf: Instant

  /// The instant at which they are facts; another one than that of the clock where it was moved.
  private let factsAsOf: Instant

  /// The facts, but for redemptions, which differ from offer to offer.
  package let facts: Facts

  /// The facts that rules do not see, to detect whether what they decide depends on them.
  private let hidden: [FactVariable]

  /// Reads the facts, without the paid months where nothing reads them.
  init(of history: GroupHistory, asOf now: Instant, countsMonths: Bool = true) {
    self.history = history
    asOf = now
    factsAsOf = now
    var facts = history.timeline.facts(asOf: now, history.policies, countsMonths: countsMonths)
    if !countsMonths { history.timeline.addStatuses(to: &facts, asOf: now) }
    self.facts = facts
    hidden = []
  }

  private init(_ snapshot: Snapshot, asOf now: Instant, hiding hidden: [FactVariable]) {
    history = snapshot.history
    asOf = now
    factsAsOf = snapshot.factsAsOf
    facts = snapshot.facts
    self.hidden = hidden
  }

  /// The group; nil if the customer has none.
  package var group: Symbol? { history.group }

  /// The facts in a reader's terms (section 3 of the semantics).
  public var subscription: SubscriptionFacts { SubscriptionFacts(facts, history.symbols) }

  /// Returns the same facts at another instant, at which only the clock is different.
  func moved(to now: Instant) -> Snapshot {
    Snapshot(self, asOf: now, hiding: hidden)
  }

  /// Returns the same facts, some of which rules do not see.
  func hiding(_ facts: [FactVariable]) -> Snapshot {
    Snapshot(self, asOf: asOf, hiding: facts)
  }

  /// Returns what a rule about an offer reads from a fact; without an offer, one that was never redeemed.
  ///
  /// - Complexity: O(1), and O(log *n*) for the redemption among *n* of them.
  package func binding(of fact: FactVariable, for offer: PlacedOffer? = nil) -> Binding {
    if hidden.contains(fact) { return .unknown }
    if fact == .now { return .value(.timestamp(asOf)) }
    var facts = facts
    if fact.isCounted { history.timeline.count(&facts, asOf: factsAsOf) }
    if fact.isOfOffer, let offer {
      let start = offer.start(at: history.policies.timeZone)
      if fact == .redemptionEndedAt {
        facts.redemptionEndedAt = history.timeline.redemption(
          of: offer.symbol,
          startingAt: start,
          asOf: factsAsOf,
          facts,
          history.policies.waitStart
        )
      } else {
        facts.redemptionCount = history.timeline.redemptionCount(
          of: offer.symbol,
          startingAt: start,
          asOf: factsAsOf,
          facts
        )
      }
    }
    return switch facts.value(of: fact) {
    case .number(let number): .value(fact.value(of: number, history.symbols))
    case .absent: .absent
    case .unknown: .unknown
    case .atLeast(let least): .atLeast(least)
    }
  }

  /// Returns what rules read from a fact that is the same for all offers.
  package func fact(_ fact: FactVariable) -> Binding { binding(of: fact) }

  /// Returns what a rule reads from an attribute of the customer.
  func attribute(at index: Int) -> Binding {
    let attributes = history.record.attributes
    return index < attributes.count ? attributes[index] : .absent
  }
}
