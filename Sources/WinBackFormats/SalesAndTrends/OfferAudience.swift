/// The number of customers whom an offer would reach, from a report with counts of customers.
public struct OfferAudience: Sendable, Hashable {
  /// The customers who certainly meet the criteria, as a lower bound.
  public var eligible: Int

  /// The customers for whom the report cannot decide the criteria; between none and all meet them.
  ///
  /// They have redeemed a win-back offer within the offer's wait, and the report does not say
  /// whether it was this offer; or the report does not have their storefront.
  public var undetermined: Int

  /// Creates an audience.
  public init(eligible: Int, undetermined: Int) {
    self.eligible = eligible
    self.undetermined = undetermined
  }
}
