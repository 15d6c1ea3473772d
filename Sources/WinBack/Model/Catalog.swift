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
  /// The identifier, which transactions have as `subscriptionGroupIdentifier`.
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

/// An auto-renewable subscription product and its offers.
public struct Subscription: Sendable, Hashable {
  /// The product identifier, unique within the catalog.
  public var productId: String

  /// The name that only the developer sees.
  public var referenceName: String?

  /// How long one period of the subscription lasts.
  public var subscriptionPeriod: SubscriptionPeriod?

  /// The level of service within the group; 1 is the highest.
  public var groupLevel: Int?

  /// The prices of a period without an offer, in the storefronts in which they are known.
  public var prices: [OfferPrice]

  /// The win-back offers of this product, in any order.
  public var winBackOffers: [WinBackOffer]

  /// The introductory and promotional offers and the offer codes of this product, those of a kind in
  /// any order.
  public var otherOffers: [SubscriptionOffer]

  /// Creates a subscription.
  public init(
    productId: String,
    referenceName: String? = nil,
    subscriptionPeriod: SubscriptionPeriod? = nil,
    groupLevel: Int? = nil,
    prices: [OfferPrice] = [],
    winBackOffers: [WinBackOffer] = [],
    otherOffers: [SubscriptionOffer] = []
  ) {
    self.productId = productId
    self.referenceName = referenceName
    self.subscriptionPeriod = subscriptionPeriod
    self.groupLevel = groupLevel
    self.prices = prices
    self.winBackOffers = winBackOffers
    self.otherOffers = otherOffers
  }

  /// Returns the offers of a kind other than win-back offers, in their order.
  package func offers(of kind: OfferKind) -> [SubscriptionOffer] {
    otherOffers.filter { $0.kind == kind }
  }
}
