import CEL
package import WinBack
import WinBackAnalysis

/// The products and offers of a catalog by their identifiers, for stories.
package struct StoryCatalog: Sendable {
  struct Product: Sendable {
    let id: String
    let group: String
    let period: PeriodLength
  }

  struct Offer: Sendable {
    let offer: WinBackOffer
    let product: Product
  }

  private var products: [String: Product] = [:]
  private var offers: [String: [Offer]] = [:]

  /// The group of a catalog that has one; nil if it has none or several.
  package let onlyGroup: String?

  /// Creates the view of a catalog; a subscription without a period is a monthly one.
  package init(_ catalog: Catalog) {
    let groups = catalog.subscriptionGroups
    onlyGroup = groups.count == 1 ? groups.first?.id : nil
    for group in groups {
      for subscription in group.subscriptions {
        let product = Product(
          id: subscription.productId,
          group: group.id,
          period: subscription.period
        )
        products[product.id] = product
        for offer in subscription.winBackOffers {
          offers[offer.offerId, default: []].append(Offer(offer: offer, product: product))
        }
      }
    }
  }

  func product(_ id: String) -> Product? { products[id] }

  /// Returns the offer with an identifier; that of the group if several groups have one.
  func offer(_ id: String, in group: String?) -> Offer? {
    let offers = offers[id] ?? []
    return offers.first { $0.product.group == group } ?? offers.first
  }

  package var productIds: [String] { products.keys.ordered() }

  package var offerIds: [String] { offers.keys.ordered() }
}
