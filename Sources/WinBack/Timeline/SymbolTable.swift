/// Converts the bytes of identifiers into symbols.
///
/// The catalog's identifiers come first and are permanent. Those of one history are removed before
/// the next history, so that the table does not grow with the input. Copies share the permanent
/// symbols, so a large catalog does not make it slower to open a history.
package struct SymbolTable: Sendable {
  private var lasting = SymbolNames()
  private var added = SymbolNames()

  package init() {}

  /// The number of symbols, which are numbered from 0 in their order.
  package var count: Int { lasting.count + added.count }

  /// Makes all current symbols permanent.
  mutating func keepAll() {
    lasting.append(contentsOf: added)
    added = SymbolNames()
  }

  /// Returns the symbol of an identifier; a new identifier gets a new symbol.
  package mutating func intern(_ text: borrowing RawSpan) -> Symbol {
    let hash = text.hash
    return Symbol(index: lasting.find(text, hash: hash) ?? first + added.intern(text, hash: hash))
  }

  package mutating func intern(_ text: String) -> Symbol {
    let utf8 = ContiguousArray(text.utf8)
    return unsafe intern(utf8.span.bytes)
  }

  package func find(_ text: String) -> Symbol? {
    let utf8 = ContiguousArray(text.utf8)
    let bytes = unsafe utf8.span.bytes
    let hash = bytes.hash
    return (lasting.find(bytes, hash: hash) ?? added.find(bytes, hash: hash).map { first + $0 })
      .map(Symbol.init)
  }

  package func text(of symbol: Symbol) -> String {
    String(decoding: bytes(of: symbol), as: UTF8.self)
  }

  /// Returns whether the text of one symbol comes before that of another in byte order (R5).
  package func precedes(_ lhs: Symbol, _ rhs: Symbol) -> Bool {
    bytes(of: lhs).lexicographicallyPrecedes(bytes(of: rhs))
  }

  /// Removes all symbols except the first ones and the permanent ones.
  package mutating func removeAll(beyond count: Int) {
    added.removeAll(beyond: count - lasting.count)
  }

  /// The number of the first symbol that is not permanent.
  private var first: Int32 { Int32(truncatingIfNeeded: lasting.count) }

  private func bytes(of symbol: Symbol) -> ArraySlice<UInt8> {
    symbol.index < first
      ? lasting.bytes(at: Int(symbol.index)) : added.bytes(at: Int(symbol.index - first))
  }
}

/// A small number that represents an identifier, such as that of a product.
///
/// Rules compare identifiers only with each other and with those of the catalog, so scoring does
/// not need their text.
@usableFromInline
package struct Symbol: Sendable, Hashable {
  @usableFromInline
  package let index: Int32

  @inlinable
  package init(index: Int32) {
    self.index = index
  }

  @inlinable static var absent: Symbol { Symbol(index: -1) }
}

/// A set of symbols in one word; it is exact for the first 64 of a table, which most catalogs do
/// not exceed.
struct SymbolSet: Sendable, Hashable {
  private var bits: UInt64 = 0
  /// The bits of the numbers of all symbols, to detect a number that is too high for the word.
  private var indices: UInt32 = 0

  @inline(__always)
  mutating func insert(_ symbol: Symbol) {
    let index = UInt32(bitPattern: symbol.index)
    bits |= 1 &<< UInt64(index)
    indices |= index
  }

  /// Returns whether all symbols are certainly in another set; false if the words cannot show it.
  func isSurelySubset(of other: SymbolSet) -> Bool {
    (indices | other.indices) < UInt32(UInt64.bitWidth) && bits & ~other.bits == 0
  }
}

/// A piece of the text of a history record.
@usableFromInline
package struct TextRange: Sendable, Hashable {
  @usableFromInline package let start: Int32
  @usableFromInline package let count: Int32

  @inlinable
  package init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  @inlinable static var absent: TextRange { TextRange(start: -1, count: 0) }

  @inlinable package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
