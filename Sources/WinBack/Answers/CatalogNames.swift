import CEL

/// The names of groups, offers and products, together with their identifiers.
package struct CatalogNames: Sendable {
  private let groups: [String: String]
  private let offers: [OfferKey: PlacedOffer]
  /// The identifiers that offers of several groups have.
  private let sharedIds: Set<String>
  private let products: [String: (name: String?, group: String)]
  private let policies: [Policy]

  /// Collects the names of the catalogs of some engines, of which the later ones come first.
  package init(_ engines: EligibilityEngine...) {
    var groups: [String: String] = [:]
    var products: [String: (name: String?, group: String)] = [:]
    for group in engines.flatMap({ $0.catalog.subscriptionGroups }) {
      groups[group.id] = group.referenceName
      for subscription in group.subscriptions {
        products[subscription.productId] = (subscription.referenceName, group.id)
      }
    }
    self.groups = groups
    let placed = engines.reversed().flatMap { $0.placedOffers }
    offers = Dictionary(keepingFirst: placed.map { ($0.key, $0) })
    let groupsById = Dictionary(grouping: offers.keys) { $0.offerId }
    sharedIds = Set(groupsById.filter { $0.value.count > 1 }.keys)
    self.products = products
    policies = engines.last?.rules.ruleSet.policies ?? []
  }

  /// Returns the identifier of an offer, with its group only if another group has the identifier,
  /// too, such as `basic_1m_free of group 21394321`.
  package func id(of offer: OfferKey) -> String {
    sharedIds.contains(offer.offerId) && offers[offer] != nil
      ? "\(offer.offerId) of group \(offer.group)" : offer.offerId
  }

  /// Returns an offer of a product.
  package func key(of offer: String, on product: String?) -> OfferKey {
    OfferKey(group: product.flatMap { products[$0]?.group } ?? "", offerId: offer)
  }

  /// Returns the identifier of a customer as the subject of a sentence; documents without purchases
  /// need not have one.
  package func customer(_ id: String) -> String { id.isEmpty ? "The customer" : id }

  /// Returns the name of a group; its identifier if it has none.
  package func group(_ id: String) -> String {
    groups[id].flatMap { $0.isEmpty ? nil : $0 } ?? "group \(id)"
  }

  /// Returns the name and identifier of an offer in a text about its group, such as
  /// `One month free (basic_1m_free)`.
  package func offer(_ id: String, in group: String) -> String {
    offer(OfferKey(group: group, offerId: id), id)
  }

  /// Returns the name and identifier of an offer in a text about several groups.
  package func offer(_ offer: OfferKey) -> String { self.offer(offer, id(of: offer)) }

  private func offer(_ offer: OfferKey, _ id: String) -> String {
    guard let name = name(of: offer.offerId, in: offer.group), name != offer.offerId else {
      return id
    }
    // An introductory offer has no identifier of its own.
    return offers[offer]?.terms.offerId == nil ? name : "\(name) (\(id))"
  }

  /// Returns the name and identifier of a product, such as `Basic (basic.monthly)`.
  package func product(_ id: String) -> String {
    let name = productName(id)
    return name == id ? id : "\(name) (\(id))"
  }

  /// Returns the name of a product; its identifier if it has none.
  func productName(_ id: String) -> String {
    products[id]?.name.flatMap { $0.isEmpty ? nil : $0 } ?? id
  }

  package func policy(_ name: String) -> Policy? { policies.first { $0.name == name } }

  package func name(of id: String, in group: String) -> String? {
    guard let offer = self[id, group] else { return nil }
    guard offer.terms.offerId != nil else {
      return "Introductory offer of \(productName(id))"
    }
    return offer.referenceName.flatMap { $0.isEmpty ? nil : $0 }
  }

  private subscript(id: String, group: String) -> PlacedOffer? {
    offers[OfferKey(group: group, offerId: id)]
  }

  /// Returns the terms of an offer, in a sentence.
  package func terms(of id: String, in group: String) -> String? {
    self[id, group]?.words
  }

  /// Returns whether the App Store promotes a win-back offer; nil if the catalog does not have it.
  func isPromoted(_ id: String, in group: String) -> Bool? {
    self[id, group]?.winBack.map { $0.promotionIntent != "NOT_PROMOTED" }
  }

  /// Returns the conditions, besides eligibility, under which a customer sees a win-back offer; nil for
  /// an offer of another kind.
  package func conditions(of id: String, in group: String) -> String? {
    guard self[id, group]?.winBack != nil else { return nil }
    let needed = "iOS 18, macOS 15 or later"
    guard isPromoted(id, in: group) == false else { return needed }
    return needed
      + "; the App Store does not promote the offer (NOT_PROMOTED), the app must show it"
  }

  /// Returns the start of an offer, in UTC.
  package func start(of id: String, in group: String) -> Instant? {
    self[id, group]?.startDate?.start(at: .utc)
  }
}

extension EligibilityEngine {
  /// The names of the offers in texts, in the order of the result.
  package var offerNames: [String] {
    let names = CatalogNames(self)
    return placedOffers.map { names.id(of: $0.key) }
  }
}
