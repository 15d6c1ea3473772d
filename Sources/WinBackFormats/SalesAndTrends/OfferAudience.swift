/// How many customers an offer would reach, as far as a report that counts customers can tell.
public struct OfferAudience: Sendable, Hashable {
  /// The customers who certainly meet what the offer asks for; at least so many.
  public var eligible: Int

  /// The customers of whom the report does not tell it; between none and all of them meet it.
  ///
  /// They have redeemed a win-back offer within the offer's wait, and the report does not say whether
  /// it was this one; or the report does not say their storefront.
  public var undetermined: Int

  /// Creates an audience.
  public init(eligible: Int, undetermined: Int) {
    self.eligible = eligible
    self.undetermined = undetermined
  }
}
