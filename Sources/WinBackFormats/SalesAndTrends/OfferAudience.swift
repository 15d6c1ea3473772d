/// How many customers an offer would reach, from a report that counts customers.
public struct OfferAudience: Sendable, Hashable {
  /// The customers who certainly meet the criteria: a lower bound.
  public var eligible: Int

  /// The customers for whom the report cannot decide the criteria; from none to all of them meet these.
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
