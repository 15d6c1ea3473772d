package import CalendarTime

/// What is true of a timeline at one instant: section 3 of the semantics.
///
/// The facts of an offer's redemption are read with ``Timeline/redemption(of:asOf:_:_:)``.
package struct Facts: Sendable, Hashable {
  /// The product of the owned period that ends last; nil before the first one (F1).
  package var productId: Symbol?
  /// The end of service; nil before the first owned period (F2).
  package var lapsedAt: Instant?
  /// The state of the subscription (F4).
  package var state: SubscriptionState = .none
  /// Whether the subscription renews (F5).
  package var willAutoRenew: Bool = false
  /// Whether somebody else's purchase gives access (F6).
  package var hasSharedAccess: Bool = false
  /// The paid months (F7).
  package var paidMonths: Int64 = 0
  /// What the paid months are made of (F7).
  package var paidService: PaidService = PaidService()
  /// Why the subscription expired; nil where it is not known.
  package var expirationIntent: Int?
  /// The customer's storefront; nil where it is not known (F10, F12).
  package var storefront: Storefront?
}
