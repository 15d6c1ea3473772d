/// How a customer pays for an offer.
public enum OfferMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing is paid for the whole offer.
  case freeTrial = "FREE_TRIAL"

  /// A reduced price is paid once, for the whole offer.
  case payUpFront = "PAY_UP_FRONT"

  /// A reduced price is paid each period of the offer.
  case payAsYouGo = "PAY_AS_YOU_GO"
}
