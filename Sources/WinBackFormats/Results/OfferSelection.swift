/// Which offers are explained: all of them, or those that the user named.
///
/// The answer itself, the list of eligible offers, is never cut: a part of it would be another answer.
package struct OfferSelection: Sendable, Hashable {
  private let ids: Set<String>

  /// Creates a selection; without any id it is all offers.
  package init(_ ids: [String] = []) {
    self.ids = Set(ids)
  }

  /// Whether it is all offers.
  package var isAll: Bool { ids.isEmpty }

  /// Returns whether an offer is explained.
  package func contains(_ id: String) -> Bool {
    ids.isEmpty || ids.contains(id)
  }

  /// The ids that were named, in byte order.
  package var list: String { ids.sorted().asList }

  /// The ids that were named and that no offer has, in byte order.
  package func unknown(among known: [String]) -> [String] {
    ids.subtracting(known).sorted()
  }
}
