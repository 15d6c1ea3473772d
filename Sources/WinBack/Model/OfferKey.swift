/// The identity of an offer, in one catalog or in two that are compared.
package struct OfferKey: Sendable, Hashable {
  /// The subscription group, within which the offer's identifier is unique.
  package let group: String
  package let offerId: String

  package init(group: String, offerId: String) {
    self.group = group
    self.offerId = offerId
  }
}

extension OfferKey: Comparable {
  /// Returns whether one offer comes before another, in byte order of group and identifier.
  package static func < (lhs: OfferKey, rhs: OfferKey) -> Bool {
    guard lhs.group.utf8.elementsEqual(rhs.group.utf8) else {
      return lhs.group.utf8.lexicographicallyPrecedes(rhs.group.utf8)
    }
    return lhs.offerId.utf8.lexicographicallyPrecedes(rhs.offerId.utf8)
  }
}
