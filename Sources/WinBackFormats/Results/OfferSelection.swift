import CEL

/// The offers that are explained: all, or those that the user named.
///
/// The list of eligible offers is always complete: a part of it would be another answer.
package struct OfferSelection: Sendable, Hashable {
  private let ids: Set<String>

  /// Creates a selection; it contains all offers if no identifier is given.
  package init(_ ids: [String] = []) { self.ids = Set(ids) }

  package var isAll: Bool { ids.isEmpty }

  package func contains(_ id: String) -> Bool { ids.isEmpty || ids.contains(id) }

  /// The named identifiers, in byte order.
  package var list: String { ids.ordered().asList }

  /// Returns the named identifiers that no offer has, in byte order.
  package func unknown(among known: [String]) -> [String] { ids.subtracting(known).ordered() }
}
