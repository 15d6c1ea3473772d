import CalendarTime
import WinBack

/// The names that people gave to offers and products, beside their identifiers.
struct CatalogNames: Sendable {
  private let offers: [String: WinBackOffer]
  private let products: [String: String]
  private let policies: [Policy]

  init(_ engine: EligibilityEngine) {
    let subscriptions = engine.catalog.subscriptionGroups.flatMap(\.subscriptions)
    offers = Dictionary(
      subscriptions.flatMap(\.winBackOffers).map { ($0.offerId, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    products = Dictionary(
      subscriptions.compactMap { subscription in
        subscription.referenceName.map { (subscription.productId, $0) }
      },
      uniquingKeysWith: { first, _ in first }
    )
    policies = engine.rules.ruleSet.policies
  }

  /// An offer's identifier, and its name where it has one.
  func offer(_ id: String) -> String {
    named(id, offers[id]?.referenceName)
  }

  /// A product's identifier, and its name where it has one.
  func product(_ id: String) -> String {
    named(id, products[id])
  }

  /// The policy of a name.
  func policy(_ name: String) -> Policy? {
    policies.first { $0.name == name }
  }

  /// The name that people gave to an offer; nil if it has none.
  func name(of id: String) -> String? {
    offers[id]?.referenceName
  }

  /// What an offer gives and asks for, in a sentence.
  func terms(of id: String) -> String? {
    offers[id].map { OfferTermsText($0).text }
  }

  /// What a customer needs to see an offer, beyond eligibility.
  func conditions(of id: String) -> String {
    let needed = "iOS 18, macOS 15 or later"
    guard offers[id]?.promotionIntent == "NOT_PROMOTED" else { return needed }
    return needed
      + "; the App Store does not promote the offer (NOT_PROMOTED), the app must show it"
  }

  /// When an offer starts, in UTC.
  func start(of id: String) -> Instant? {
    offers[id]?.startDate.start(at: .utc)
  }

  private func named(_ id: String, _ name: String?) -> String {
    guard let name, !name.isEmpty, name != id else { return id }
    return "\(id) (\(name))"
  }
}
