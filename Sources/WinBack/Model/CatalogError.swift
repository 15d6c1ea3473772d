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

  /// The index of the offer among those of its kind in its subscription, if the error is in one.
  public let offer: Int?

  /// The kind of that offer.
  public let offerKind: OfferKind?
}

extension CatalogError {
  /// The place of the identifier that is there twice.
  package var place: CatalogPlace {
    let owner = CatalogPlace(group: group, subscription: subscription)
    guard let offer, let offerKind else { return owner }
    return owner.offer(offerKind, element: offer)
  }

  /// Returns all errors of a catalog as a whole, in its order.
  package static func all(in catalog: Catalog) -> [CatalogError] {
    var errors: [CatalogError] = []
    var groupIds: Set<String> = []
    var productIds: Set<String> = []
    for (groupIndex, group) in catalog.subscriptionGroups.enumerated() {
      func add(
        _ kind: Kind,
        subscription: Int? = nil,
        offer: Int? = nil,
        _ offerKind: OfferKind? = nil
      ) {
        errors.append(
          CatalogError(
            kind: kind,
            group: groupIndex,
            subscription: subscription,
            offer: offer,
            offerKind: offerKind
          )
        )
      }
      if !groupIds.insert(group.id).inserted { add(.duplicateGroup(group.id)) }
      var offerIds: [OfferKind: Set<String>] = [:]
      for (index, subscription) in group.subscriptions.enumerated() {
        if !productIds.insert(subscription.productId).inserted {
          add(.duplicateProduct(subscription.productId), subscription: index)
        }
        for (kind, ids) in subscription.offerIds {
          for (place, id) in ids.enumerated()
          where !offerIds[kind, default: []].insert(id).inserted {
            add(.duplicateOffer(id, group: group.id), subscription: index, offer: place, kind)
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
