/// The state of a customer's subscription in one group (F4).
public enum SubscriptionState: String, Sendable, Hashable, CaseIterable {
  /// Nothing was ever owned.
  case neverOwned = "none"
  /// A paid or free period lasts.
  case subscribed
  /// The last period was cut short by a refund and would still last.
  case revoked
  /// Payment failed, and service goes on for a while.
  case inGracePeriod
  /// Payment failed, and the store still tries to charge.
  case inBillingRetryPeriod
  /// The subscription has ended.
  case expired
}
