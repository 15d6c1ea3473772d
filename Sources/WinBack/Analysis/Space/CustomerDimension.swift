/// One direction in which customers can differ.
package enum CustomerDimension: Sendable, Hashable {
  /// A fact of the timeline, or the clock; the redemption is ``redemption(_:)``, one for each offer.
  case fact(FactVariable)

  /// How long ago the subscription ended, on the scale of `Age`.
  case lapseAge

  /// How long ago the subscription ended, in milliseconds.
  case lapseElapsed

  /// When an offer was redeemed (F9).
  case redemption(OfferKey)

  /// How long ago an offer was redeemed, on the scale of `Age`.
  case redemptionAge(OfferKey)

  /// How long ago an offer was redeemed, in milliseconds.
  case redemptionElapsed(OfferKey)

  /// An attribute that a rule set declares.
  case attribute(String)
}
