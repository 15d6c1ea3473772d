import WinBack

// The identifiers of which there are few become symbols.
//
// These functions change nothing. They are mutating, because otherwise the whole reader would be copied for
// each call.

extension CustomerReader {
  /// Returns the symbols of the product and its group in the catalog's terms.
  mutating func productSymbols(
    _ text: borrowing ByteLoads,
    _ symbols: inout SymbolTable
  ) -> (productId: Symbol, group: Symbol?) {
    let product = values.productId
    let known =
      plan.products.isEmpty ? nil : plan.products.symbols(of: name(product, text), &symbols)
    let productId = known?.productId ?? symbol(product, text, &symbols) ?? symbols.intern("")
    return (productId, symbol(values.group, text, &symbols) ?? known?.group)
  }

  private mutating func name(_ field: RowField, _ text: borrowing ByteLoads) -> String {
    field.escaping == .fixed ? field.text(in: plan.fixedText.rawBytes) : field.text(in: text.bytes)
  }

  mutating func symbol(
    _ field: RowField,
    _ text: borrowing ByteLoads,
    _ symbols: inout SymbolTable
  ) -> Symbol? {
    guard !field.range.isEmpty else { return nil }
    return field.escaping == .none
      ? symbols.intern(text.bytes.extracting(field.range)) : symbols.intern(name(field, text))
  }
}
