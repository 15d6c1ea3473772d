package import CalendarTime

/// A range of time in which a customer is eligible for an offer, or in which that cannot be
/// decided.
package struct VerdictStretch: Sendable, Hashable {
  /// The place of the offer among the engine's.
  package let offer: Int
  /// Whether the customer is eligible; else it cannot be decided.
  package let isEligible: Bool
  /// Whether the verdict was the same just before, in another storefront.
  package let continues: Bool
  /// The first instant.
  package let from: Instant
  /// The last instant.
  package internal(set) var through: Instant
  /// The customer's storefront; nil if it is not known.
  package let storefront: Storefront?

  package init(
    offer: Int,
    isEligible: Bool,
    continues: Bool = false,
    from: Instant,
    through: Instant,
    storefront: Storefront?
  ) {
    self.offer = offer
    self.isEligible = isEligible
    self.continues = continues
    self.from = from
    self.through = through
    self.storefront = storefront
  }
}
