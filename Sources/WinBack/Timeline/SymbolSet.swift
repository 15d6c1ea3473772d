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

  /// Returns whether all symbols are surely in another set; false, too, where nobody can tell.
  func isSurelySubset(of other: SymbolSet) -> Bool {
    (indices | other.indices) < UInt32(UInt64.bitWidth) && bits & ~other.bits == 0
  }
}
