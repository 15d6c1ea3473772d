import WinBack

/// The products of a catalog by the names that a table has for them, and their groups.
struct ProductNames: Sendable {
  private struct Product: Sendable {
    var productId: ContiguousArray<UInt8>
    var group: ContiguousArray<UInt8>?
  }

  private var names = SymbolTable()
  private var products: ContiguousArray<Product> = []

  init(_ mapping: Mapping) {
    for name in Set(mapping.products.keys).union(mapping.groups.keys).sorted() {
      _ = names.intern(name)
      let productId = mapping.products[name] ?? name
      let group = mapping.groups[name] ?? mapping.groups[productId]
      products.append(
        Product(
          productId: ContiguousArray(productId.utf8),
          group: group.map { ContiguousArray($0.utf8) }
        )
      )
    }
  }

  /// Whether the table's names are the catalog's.
  var isEmpty: Bool { products.isEmpty }

  /// Returns the symbols of a product and of its group, where that is told here.
  func symbols(
    of name: String,
    _ symbols: inout SymbolTable
  ) -> (productId: Symbol, group: Symbol?)? {
    guard let place = names.find(name) else { return nil }
    let product = products[Int(place.index)]
    return (
      symbols.intern(product.productId.rawBytes),
      product.group.map { symbols.intern($0.rawBytes) }
    )
  }
}
