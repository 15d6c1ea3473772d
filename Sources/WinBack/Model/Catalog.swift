/// The subscriptions of an app and the win-back offers that are configured for them.
public struct Catalog: Sendable, Hashable {
  /// The subscription groups, in any order.
  public var subscriptionGroups: [SubscriptionGroup]

  /// Creates a catalog.
  ///
  /// ``EligibilityEngine`` checks that identifiers are unique.
  public init(subscriptionGroups: [SubscriptionGroup]) {
    self.subscriptionGroups = subscriptionGroups
  }
}
