/// The state of a customer's subscription in one group (F4).
public enum SubscriptionState: String, Sendable, Hashable, CaseIterable {
  /// Nothing was ever owned.
  case neverOwned = "none"
  /// A paid or free period is running.
  case subscribed
  /// A refund ended the last period before it expired.
  case revoked
  /// Payment failed, and service continues for a while.
  case inGracePeriod
  /// Payment failed, and the store still tries to charge.
  case inBillingRetryPeriod
  /// The subscription has ended.
  case expired
}
