public import CalendarTime

/// The facts of a timeline at an instant, in a reader's terms (section 3 of the semantics).
public struct SubscriptionFacts: Sendable, Hashable {
  /// The product of the owned period that ends last; nil before the first one (F1).
  public let productId: String?

  /// The end of service; nil before the first owned period (F2).
  public let lapsedAt: Instant?

  /// The state of the subscription (F4).
  public let state: SubscriptionState

  /// Whether the subscription renews (F5).
  public let willAutoRenew: Bool

  /// Whether somebody else's purchase gives access (F6).
  public let hasSharedAccess: Bool

  /// The paid months (F7).
  public let paidMonths: Int

  /// The storefront; nil where it is not known (F10).
  public let storefront: Storefront?

  /// The expiration intent; nil where it is not known.
  public let expirationIntent: Int?
}
