/// What is wrong with a catalog as a whole, if each of its parts is well formed.
public struct CatalogError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// Two groups have one identifier.
    case duplicateGroup(String)
    /// Two subscriptions have one product identifier.
    case duplicateProduct(String)
    /// Two offers of a group have one identifier.
    case duplicateOffer(String, group: String)
  }

  /// What is wrong.
  public let kind: Kind

  /// The index of the group in the catalog.
  public let group: Int

  /// The index of the subscription in its group, if the error is in one.
  public let subscription: Int?

  /// The index of the offer in its subscription, if the error is in one.
  public let offer: Int?
}

extension CatalogError {
  /// Returns all errors of a catalog as a whole, in its order.
  package static func all(in catalog: Catalog) -> [CatalogError] {
    var errors: [CatalogError] = []
    var groupIds: Set<String> = []
    var productIds: Set<String> = []
    for (groupIndex, group) in catalog.subscriptionGroups.enumerated() {
      func add(_ kind: Kind, subscription: Int? = nil, offer: Int? = nil) {
        errors.append(
          CatalogError(kind: kind, group: groupIndex, subscription: subscription, offer: offer)
        )
      }
      if !groupIds.insert(group.id).inserted { add(.duplicateGroup(group.id)) }
      var offerIds: Set<String> = []
      for (index, subscription) in group.subscriptions.enumerated() {
        if !productIds.insert(subscription.productId).inserted {
          add(.duplicateProduct(subscription.productId), subscription: index)
        }
        for (place, offer) in subscription.winBackOffers.enumerated()
        where !offerIds.insert(offer.offerId).inserted {
          add(.duplicateOffer(offer.offerId, group: group.id), subscription: index, offer: place)
        }
      }
    }
    return errors
  }
}

extension CatalogError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch kind {
    case .duplicateGroup(let id):
      "expected each subscription group once, found the id '\(id)' again"
    case .duplicateProduct(let id): "expected each product once, found the productId '\(id)' again"
    case .duplicateOffer(let id, let group):
      "expected offer ids to be unique within group '\(group)', found the offerId '\(id)' again"
    }
  }
}
