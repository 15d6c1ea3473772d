package import CalendarTime

/// What the store itself said of a customer's offers in a subscription group.
package struct StoreAnswer: Sendable, Hashable {
  /// The offers for which it found the customer eligible, best first.
  package let offers: ContiguousArray<Symbol>

  /// The instant at which it said so; nil where that is not known.
  package let instant: Instant?

  /// Whether the order of the offers means anything; in Xcode it does not.
  package let isOrdered: Bool

  /// Creates an answer.
  package init(offers: ContiguousArray<Symbol>, instant: Instant?, isOrdered: Bool) {
    self.offers = offers
    self.instant = instant
    self.isOrdered = isOrdered
  }

  /// Returns whether the store has said the same.
  package func agrees(with list: ContiguousArray<Symbol>) -> Bool {
    if list == offers { return true }
    guard !isOrdered, list.count == offers.count else { return false }
    return list.allSatisfy(offers.contains)
  }
}

extension GroupHistory {
  /// What the store said of the offers, by the renewal information that describes the timeline (F3);
  /// nil where it said nothing.
  package var storeAnswer: StoreAnswer? {
    guard let renewal = timeline.renewal, let places = renewal.eligibleOffers else { return nil }
    return StoreAnswer(
      offers: ContiguousArray(record.offers[places]),
      instant: renewal.signedDate?.resolved(at: policies.timeZone),
      isOrdered: !renewal.isOfXcode
    )
  }
}
