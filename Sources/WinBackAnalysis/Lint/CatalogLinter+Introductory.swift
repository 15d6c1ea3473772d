import CalendarTime
import WinBack

extension CatalogLinter {
  /// Finds introductory offers of which two are live at once in a storefront.
  func rivals() -> [LintFinding] {
    engine.catalog.placedSubscriptions.flatMap { placed in
      placed.subscription.introductoryOffers.indices.compactMap { rival(ofOfferAt: $0, placed) }
    }
  }

  /// Finds an offer before this one that is live in the same storefront on the same day.
  private func rival(ofOfferAt position: Int, _ placed: PlacedSubscription) -> LintFinding? {
    let offers = placed.subscription.introductoryOffers
    let offer = offers[position]
    for (index, other) in offers.prefix(position).enumerated()
    where other.targetSubscriptionPlanType == offer.targetSubscriptionPlanType {
      guard let storefront = Self.commonStorefront(other.territories, offer.territories),
        Self.overlap(other, offer)
      else { continue }
      return placed.finding(
        .introductoryTwice,
        at: placed.place.member("introductoryOffers", element: position),
        "expected one introductory offer of '\(placed.subscription.productId)' at a time in "
          + "\(storefront), where the one at position \(index + 1) is, too"
      )
    }
    return nil
  }

  /// Returns a storefront that two lists of territories have, none of which is all; nil if there is
  /// none.
  private static func commonStorefront(_ first: [Storefront], _ second: [Storefront]) -> String? {
    if first.isEmpty { return second.first?.code ?? "any storefront" }
    if second.isEmpty { return first[0].code }
    return first.first(where: second.contains)?.code
  }

  private static func overlap(_ first: IntroductoryOffer, _ second: IntroductoryOffer) -> Bool {
    func starts(_ offer: IntroductoryOffer, by end: CatalogDate?) -> Bool {
      guard let start = offer.startDate?.day, let end = end?.day else { return true }
      return start <= end
    }
    return starts(first, by: second.endDate) && starts(second, by: first.endDate)
  }
}
