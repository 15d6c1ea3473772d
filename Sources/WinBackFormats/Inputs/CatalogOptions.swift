/// What a reader of catalogs has to be told where the input does not tell it.
public struct CatalogOptions: Sendable {
  /// The product of offers in a response that does not name their subscription.
  public var productId: String?

  /// The group of subscriptions in a response that does not name it.
  public var groupId: String?

  /// Creates options.
  public init(productId: String? = nil, groupId: String? = nil) {
    self.productId = productId
    self.groupId = groupId
  }
}
