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

  /// The place of the identifier that is there twice.
  package let place: CatalogPlace
}

extension CatalogError {
  /// Returns all errors of a catalog as a whole, in its order.
  package static func all(in catalog: Catalog) -> [CatalogError] {
    var errors: [CatalogError] = []
    var groupIds: Set<String> = []
    var productIds: Set<String> = []
    for (groupIndex, group) in catalog.subscriptionGroups.enumerated() {
      func add(_ kind: Kind, at place: CatalogPlace) {
        errors.append(CatalogError(kind: kind, place: place))
      }
      let place = CatalogPlace(group: groupIndex)
      if !groupIds.insert(group.id).inserted { add(.duplicateGroup(group.id), at: place) }
      var offerIds: [OfferKind: Set<String>] = [:]
      for (index, subscription) in group.subscriptions.enumerated() {
        let place = CatalogPlace(group: groupIndex, subscription: index)
        if !productIds.insert(subscription.productId).inserted {
          add(.duplicateProduct(subscription.productId), at: place)
        }
        for (kind, ids) in subscription.offerIds {
          for (element, id) in ids.enumerated()
          where !offerIds[kind, default: []].insert(id).inserted {
            add(
              .duplicateOffer(id, group: group.id),
              at: place.offer(kind, element: element)
            )
          }
        }
      }
    }
    return errors
  }
}

extension Subscription {
  /// The identifiers of the offers of each kind that has some.
  fileprivate var offerIds: [(kind: OfferKind, ids: [String])] {
    [(OfferKind.winBack, winBackOffers.map { $0.offerId })]
      + OfferKind.withoutCriteria.map { kind in (kind, offers(of: kind).compactMap { $0.offerId }) }
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
