/// The offers of a catalog that a customer may have, as switches of a StoreKit configuration.
@_spi(Fuzzing)
public struct StoreKitSwitches: Sendable {
  private var offers: Set<[String]> = []

  /// Creates a set without offers.
  @_spi(Fuzzing) public init() {}

  /// Adds an offer of a subscription group.
  @_spi(Fuzzing) public mutating func insert(_ offerId: String, group: String) {
    offers.insert([group, offerId])
  }

  /// Returns whether the customer may have an offer of a subscription group.
  @_spi(Fuzzing) public func contains(_ offerId: String, group: String) -> Bool {
    offers.contains([group, offerId])
  }
}
