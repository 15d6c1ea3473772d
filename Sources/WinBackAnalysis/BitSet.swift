/// A set of indices, a bit each.
package struct BitSet: Sendable, Hashable {
  private var words: ContiguousArray<UInt64>

  /// Creates an empty set for indices less than `count`.
  init(count: Int) { words = ContiguousArray(repeating: 0, count: (count + 63) / 64) }

  /// The size in bytes.
  var size: Int { words.count * 8 }

  mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }

  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }

  package func contains(_ index: Int) -> Bool {
    words[index >> 6] >> UInt64(index & 63) & 1 == 1
  }

  /// Adds the indices of another set for as many.
  mutating func formUnion(_ other: BitSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Removes the indices that another set for as many does not have.
  mutating func formIntersection(_ other: BitSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Calls a function for each index, in ascending order.
  func forEach(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
