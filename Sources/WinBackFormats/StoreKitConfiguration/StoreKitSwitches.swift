/// The offers of a catalog that a customer may have, as switches of a StoreKit configuration.
package struct StoreKitSwitches: Sendable {
  private var offers: Set<[String]> = []

  /// Creates a set without offers.
  package init() {}

  /// Adds an offer of a subscription group.
  package mutating func insert(_ offerId: String, group: String) {
    offers.insert([group, offerId])
  }

  /// Returns whether the customer may have an offer of a subscription group.
  package func contains(_ offerId: String, group: String) -> Bool {
    offers.contains([group, offerId])
  }
}
