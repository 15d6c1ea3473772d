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
