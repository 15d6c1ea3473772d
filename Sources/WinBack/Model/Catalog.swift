/// The subscriptions of an app and the win-back offers that are configured for them.
public struct Catalog: Sendable, Hashable {
  /// The subscription groups, in any order.
  public var subscriptionGroups: [SubscriptionGroup]

  /// Creates a catalog.
  ///
  /// Whether identifiers are unique is checked where the catalog is put to use, by
  /// ``EligibilityEngine``.
  public init(subscriptionGroups: [SubscriptionGroup]) {
    self.subscriptionGroups = subscriptionGroups
  }
}
