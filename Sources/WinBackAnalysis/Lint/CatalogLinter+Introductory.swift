import CalendarTime
import WinBack

extension CatalogLinter {
  /// Finds introductory offers of a product that are live at the same time in one storefront.
  func rivals() -> [LintFinding] {
    engine.catalog.placedSubscriptions.flatMap { placed in
      placed.subscription.introductoryOffers.indices.compactMap { rival(ofOfferAt: $0, placed) }
    }
  }

  /// Finds an earlier offer that is live in the same storefront on the same day.
  private func rival(ofOfferAt index: Int, _ placed: PlacedSubscription) -> LintFinding? {
    let offers = placed.subscription.introductoryOffers
    let offer = offers[index]
    for (otherIndex, other) in offers.prefix(index).enumerated()
    where other.targetSubscriptionPlanType == offer.targetSubscriptionPlanType {
      guard let storefront = Self.commonStorefront(other.territories, offer.territories),
        Self.overlap(other, offer)
      else { continue }
      return placed.finding(
        .introductoryTwice,
        at: placed.place.member("introductoryOffers", element: index),
        "expected one introductory offer of '\(placed.subscription.productId)' at a time in "
          + "\(storefront), where the one at position \(otherIndex + 1) is, too"
      )
    }
    return nil
  }

  /// An empty list has all storefronts.
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
