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

/// The subscriptions of which a customer has at most one at a time.
public struct SubscriptionGroup: Sendable, Hashable {
  /// The identifier, which transactions carry as `subscriptionGroupIdentifier`.
  public var id: String

  /// The name that only the developer sees.
  public var referenceName: String?

  /// The subscriptions of the group, in any order.
  public var subscriptions: [Subscription]

  /// Creates a subscription group.
  public init(id: String, referenceName: String? = nil, subscriptions: [Subscription]) {
    self.id = id
    self.referenceName = referenceName
    self.subscriptions = subscriptions
  }
}
