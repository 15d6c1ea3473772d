import CEL
package import CalendarTime
package import WinBack

/// The names of groups, offers and products, together with their identifiers.
package struct CatalogNames: Sendable {
  private let groups: [String: String]
  private let offers: [OfferKey: PlacedOffer]
  private let products: [String: (name: String?, group: String)]
  private let policies: [Policy]

  package init(_ engine: EligibilityEngine) {
    var groups: [String: String] = [:]
    var products: [String: (name: String?, group: String)] = [:]
    for group in engine.catalog.subscriptionGroups {
      groups[group.id] = group.referenceName
      for subscription in group.subscriptions {
        products[subscription.productId] = (subscription.referenceName, group.id)
      }
    }
    self.groups = groups
    offers = Dictionary(keepingFirst: engine.placedOffers.map { ($0.key, $0) })
    self.products = products
    policies = engine.rules.ruleSet.policies
  }

  /// Returns the name of a group; its identifier if it has none.
  package func group(_ id: String) -> String {
    groups[id].flatMap { $0.isEmpty ? nil : $0 } ?? "group \(id)"
  }

  /// Returns the name and identifier of an offer, such as `One month free (basic_1m_free)`.
  package func offer(_ id: String, in group: String) -> String {
    guard let name = name(of: id, in: group) else { return id }
    return name == id ? id : "\(name) (\(id))"
  }

  /// Returns the name and identifier of an offer of a product.
  package func offer(_ id: String, on product: String?) -> String {
    offer(id, in: product.flatMap { products[$0]?.group } ?? "")
  }

  /// Returns the name and identifier of a product, such as `Basic (basic.monthly)`.
  package func product(_ id: String) -> String {
    let name = productName(id)
    return name == id ? id : "\(name) (\(id))"
  }

  /// Returns the name of a product; its identifier if it has none.
  package func productName(_ id: String) -> String {
    products[id]?.name.flatMap { $0.isEmpty ? nil : $0 } ?? id
  }

  package func policy(_ name: String) -> Policy? { policies.first { $0.name == name } }

  package func name(of id: String, in group: String) -> String? {
    self[id, group]?.referenceName.flatMap { $0.isEmpty ? nil : $0 }
  }

  private subscript(id: String, group: String) -> PlacedOffer? {
    offers[OfferKey(group: group, offerId: id)]
  }

  /// Returns the terms of an offer, in a sentence.
  package func terms(of id: String, in group: String) -> String? {
    self[id, group]?.words
  }

  /// Returns the conditions, besides eligibility, under which a customer sees an offer.
  package func conditions(of id: String, in group: String) -> String {
    let needed = "iOS 18, macOS 15 or later"
    guard self[id, group]?.winBack?.promotionIntent == "NOT_PROMOTED" else { return needed }
    return needed
      + "; the App Store does not promote the offer (NOT_PROMOTED), the app must show it"
  }

  /// Returns the start of an offer, in UTC.
  package func start(of id: String, in group: String) -> Instant? {
    self[id, group]?.startDate?.start(at: .utc)
  }
}
