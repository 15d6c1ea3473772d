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

  /// The symbol of nothing.
  @inlinable static var absent: Symbol { Symbol(index: -1) }
}

/// A set of symbols in one word, which is exact for the first 64 of a table, as those of most catalogs
/// are.
struct SymbolSet: Sendable, Hashable {
  private var bits: UInt64 = 0
  /// The numbers of all symbols united, by which one that is too high for the word shows.
  private var indices: UInt32 = 0

  /// Adds a symbol.
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
