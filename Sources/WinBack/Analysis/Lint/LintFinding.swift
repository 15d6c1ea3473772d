/// Something that is wrong with a catalog, or good to know about it.
package struct LintFinding: Sendable, Hashable {
  /// A customer who shows what a finding says.
  package struct Example: Sendable, Hashable {
    /// The customer.
    package let witness: Witness
    /// The offers that the customer is eligible for, best first, as the engine says.
    package let eligible: OfferNames
  }

  /// The kind of finding.
  package let code: LintCode

  /// What was expected and what was found, with the numbers; lower case, no full stop.
  package let message: String

  /// The place in the catalog.
  package let place: CatalogPlace

  /// The product and the offer that it is about, where there are such.
  package var productId: String?
  package var offerId: String?
  /// The group that it is about.
  package var group: String

  /// A customer who shows it, where somebody can.
  package var example: Example?
}
