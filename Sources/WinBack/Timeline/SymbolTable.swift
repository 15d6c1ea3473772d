/// Turns the bytes of identifiers into symbols.
///
/// The catalog's identifiers are entered first and last; those that a single history adds are
/// forgotten before the next one, so that the table does not grow with the input. Copies share what
/// lasts: to open a history takes no longer with a large catalog.
package struct SymbolTable: Sendable {
  /// What copies share.
  private var lasting = SymbolNames()
  /// What came since.
  private var added = SymbolNames()

  package init() {}

  /// The number of symbols; symbols are numbered from 0 as they come.
  package var count: Int { lasting.count + added.count }

  /// Makes all symbols that there are last.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  mutating func keepAll() {
    lasting.append(contentsOf: added)
    added = SymbolNames()
  }

  /// Returns the symbol of an identifier, a new one if it is not known yet.
  ///
  /// - Complexity: O(*n*) for an identifier of *n* bytes, on average.
  package mutating func intern(_ text: borrowing RawSpan) -> Symbol {
    let hash = text.hash
    return Symbol(
      index: lasting.find(text, hash: hash) ?? first + added.intern(text, hash: hash)
    )
  }

  /// Returns the symbol of an identifier, a new one if it is not known yet.
  package mutating func intern(_ text: String) -> Symbol {
    let utf8 = ContiguousArray(text.utf8)
    return unsafe intern(utf8.span.bytes)
  }

  /// Returns the symbol of an identifier; nil if it is not known.
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

  /// Forgets all symbols but the first ones; those that last stay.
  ///
  /// - Complexity: O(*k*) for *k* forgotten symbols.
  package mutating func removeAll(beyond count: Int) {
    added.removeAll(beyond: count - lasting.count)
  }

  /// The number of the first symbol that is not lasting.
  private var first: Int32 { Int32(truncatingIfNeeded: lasting.count) }

  private func bytes(of symbol: Symbol) -> ArraySlice<UInt8> {
    symbol.index < first
      ? lasting.bytes(at: Int(symbol.index)) : added.bytes(at: Int(symbol.index - first))
  }
}

/// An identifier, such as a product's, as a small number that stands for its text.
///
/// Rules compare identifiers only with each other and with those of the catalog, so that the batch
/// road never handles their text.
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

/// A set of symbols in one word, which is exact for the first 64 of a table, as those of most catalogs
/// are.
struct SymbolSet: Sendable, Hashable {
  private var bits: UInt64 = 0
  /// The numbers of all symbols united, by which one that is too high for the word shows.
  private var indices: UInt32 = 0

  @inline(__always)
  mutating func insert(_ symbol: Symbol) {
    let index = UInt32(bitPattern: symbol.index)
    bits |= 1 &<< UInt64(index)
    indices |= index
  }

  /// Returns whether all symbols are surely in another set; false also if the words cannot show it.
  func isSurelySubset(of other: SymbolSet) -> Bool {
    (indices | other.indices) < UInt32(UInt64.bitWidth) && bits & ~other.bits == 0
  }
}

/// A piece of the text that a history record carries.
@usableFromInline
package struct TextRange: Sendable, Hashable {
  @usableFromInline package let start: Int32
  @usableFromInline package let count: Int32

  @inlinable
  package init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  /// The piece that is not there.
  @inlinable static var absent: TextRange { TextRange(start: -1, count: 0) }

  /// The positions of the piece in its text.
  @inlinable package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
