extension OfferVariable {
  /// Returns the value of an attribute as a message shows it; empty for the product.
  func text(of offer: WinBackOffer) -> String {
    func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    return switch self {
    case .referenceName: quoted(offer.referenceName)
    case .offerMode: offer.offerMode.rawValue
    case .duration: offer.duration.rawValue
    case .periodCount: "\(offer.periodCount)"
    case .targetSubscriptionPlanType: quoted(offer.targetSubscriptionPlanType)
    case .territories:
      offer.territories.isEmpty
        ? "all territories" : Set(offer.territories).sorted().map(\.code).joined(separator: ", ")
    case .paidSubscriptionDuration:
      "\(offer.customerEligibilityPaidSubscriptionDurationInMonths)"
    case .timeSinceLastSubscribedMinimum: "\(lapse.minimum)"
    case .timeSinceLastSubscribedMaximum: "\(lapse.maximum)"
    case .waitBetweenOffers:
      offer.customerEligibilityWaitBetweenOffersInMonths.map { "\($0)" } ?? "none"
    case .startDate: "\(offer.startDate.day)"
    case .endDate: offer.endDate.map { "\($0.day)" } ?? "none"
    case .promotionIntent: quoted(offer.promotionIntent)
    case .offerId: quoted(offer.offerId)
    case .priority: offer.priority.rawValue
    case .productId: ""
    }
  }
}
