/// What a reader of catalogs has to be told where the input does not tell it.
public struct CatalogOptions: Sendable {
  /// The product of offers in a response that does not name their subscription.
  public var productId: String?

  /// The group of subscriptions in a response that does not name it.
  public var groupId: String?

  /// How somebody is asked for the product, in a message.
  package var productQuestion = "the name of its product"

  /// How somebody is asked for the group, in a message.
  package var groupQuestion = "the identifier of the group"

  /// Creates options.
  public init(productId: String? = nil, groupId: String? = nil) {
    self.productId = productId
    self.groupId = groupId
  }
}
