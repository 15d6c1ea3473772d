/// The offers of a catalog that a customer is eligible for, as switches of a StoreKit
/// configuration.
public struct StoreKitSwitches: Sendable {
  private var offers: Set<[String]> = []

  /// Creates a set without offers.
  public init() {}

  /// Adds an offer of a subscription group.
  public mutating func insert(_ offerId: String, group: String) {
    offers.insert([group, offerId])
  }

  /// Returns whether the customer is eligible for an offer of a subscription group.
  public func contains(_ offerId: String, group: String) -> Bool {
    offers.contains([group, offerId])
  }
}
