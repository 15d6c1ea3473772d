import CEL
package import CalendarTime

/// The App Store's own list of a customer's offers in a subscription group.
package struct StoreAnswer: Sendable, Hashable {
  /// The offers for which it found the customer eligible, best first.
  package let offers: ContiguousArray<Symbol>

  /// The instant of the list; nil if it is not known.
  package let instant: Instant?

  /// Whether the order of the offers has a meaning; in Xcode it has none.
  package let isOrdered: Bool

  package init(offers: ContiguousArray<Symbol>, instant: Instant?, isOrdered: Bool) {
    self.offers = offers
    self.instant = instant
    self.isOrdered = isOrdered
  }

  package func agrees(with list: ContiguousArray<Symbol>) -> Bool {
    if list == offers { return true }
    guard !isOrdered, list.count == offers.count else { return false }
    return list.allSatisfy(offers.contains)
  }
}

extension GroupHistory {
  /// The answer of the store in the renewal information that describes the timeline
  /// (F3); nil if there is none.
  package var storeAnswer: StoreAnswer? { timeline.renewal.flatMap(answer) }

  /// The store's answers over time, the oldest first.
  ///
  /// They come from the renewal information that describes the timeline, and from all renewal
  /// information that describes a transaction of it.
  package var storeAnswers: [StoreAnswer] {
    let latest = storeAnswer.map { [$0] } ?? []
    let others = record.renewals.filter { renewal in
      renewal != timeline.renewal && renewal.eligibleOffers != nil
        && timeline.owned.contains { record.describes(renewal, transactionAt: Int($0.index)) }
    }
    return (latest + others.compactMap(answer)).ordered {
      ($0.instant ?? .maximum) < ($1.instant ?? .maximum)
    }
  }

  private func answer(_ renewal: RenewalRecord) -> StoreAnswer? {
    renewal.eligibleOffers.map { indices in
      StoreAnswer(
        offers: ContiguousArray(record.offers[indices]),
        instant: renewal.signedDate?.resolved(at: policies.timeZone),
        isOrdered: !renewal.isOfXcode
      )
    }
  }
}
