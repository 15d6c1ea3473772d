import CEL
public import CalendarTime

/// The result of an intent, a link or a message that led a customer to a win-back offer (M4).
public struct IntentOutcome: Sendable, Hashable {
  /// What it was.
  public let kind: PurchaseIntent.Kind

  /// The offer.
  public let offerId: String

  /// When it came.
  public let createdAt: Instant

  /// Whether the customer was eligible for the offer when it came; only the purchase counts.
  public let verdictAtCreation: Verdict

  /// Whether the purchase has been made.
  public let isPurchased: Bool

  /// The result of the purchase: at its own instant, or at the instant of the evaluation if it has not
  /// been made.
  public let purchase: RedemptionAttempt
}

extension EligibilityEngine {
  /// Returns the results of a customer's intents, in each group that has the offer; later intents
  /// are ignored (T6).
  ///
  /// If the customer has bought in none of these groups, the result is in the first group.
  ///
  /// - Returns: The outcomes in each group that was evaluated, the oldest first; and the offers that
  ///   no group has, in byte order.
  func intentOutcomes(
    in groups: [GroupHistory],
    asOf now: Instant
  ) -> (byGroup: [[IntentOutcome]], unknownOffers: [String]) {
    var byGroup: [[IntentOutcome]] = groups.map { _ in [] }
    guard let first = groups.first else { return (byGroup, []) }
    var unknownOffers: Set<String> = []
    var verdicts: [Int: Steps<Verdict>] = [:]
    for intent in first.record.intents {
      let instant = intent.createdAt.resolved(at: policies.facts.timeZone)
      guard instant <= now else { continue }
      let own = groups.indices.filter { offerIndex(of: intent.offer, in: groups[$0].group) != nil }
      var asked = own.map { (index: $0, history: groups[$0]) }
      if own.isEmpty {
        if let group = programs.first(where: { $0.offer.symbol == intent.offer })?.offer.group {
          asked = [(0, stranger(to: group, first))]
        } else {
          unknownOffers.insert(first.symbols.text(of: intent.offer))
        }
      }
      for (index, history) in asked {
        byGroup[index] += outcome(of: intent, at: instant, by: history, asOf: now, &verdicts)
      }
    }
    return (
      byGroup.map { outcomes in outcomes.ordered { $0.sortKey < $1.sortKey } },
      unknownOffers.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    )
  }

  private func outcome(
    of intent: IntentRecord,
    at instant: Instant,
    by history: GroupHistory,
    asOf now: Instant,
    _ verdicts: inout [Int: Steps<Verdict>]
  ) -> [IntentOutcome] {
    guard let index = offerIndex(of: intent.offer, in: history.group) else { return [] }
    let program = programs[index]
    if verdicts[index] == nil {
      for (offer, found) in self.verdicts(of: history) { verdicts[offer] = found }
    }
    let redeemed = history.timeline.owned.lazy
      .filter { $0.winBackOffer == intent.offer && instant <= $0.start && $0.start <= now }
      .map { $0.start }.min()
    return [
      IntentOutcome(
        kind: intent.kind,
        offerId: program.offer.id,
        createdAt: instant,
        verdictAtCreation: history.snapshot(asOf: instant).verdict(on: program),
        isPurchased: redeemed != nil,
        purchase: redemption(
          ofOfferAt: index,
          by: history,
          at: redeemed ?? now,
          verdicts[index]
        )
      )
    ]
  }
}

extension IntentOutcome {
  /// Gives outcomes of different offers at one instant a fixed order (R6).
  fileprivate var sortKey: (Int64, String, String) {
    (createdAt.milliseconds, offerId, kind.rawValue)
  }
}
