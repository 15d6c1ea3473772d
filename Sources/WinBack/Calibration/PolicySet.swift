/// A set of assignments of policies, a bit each.
package struct PolicySet: Sendable, Hashable {
  private var words: ContiguousArray<UInt64>

  /// Creates an empty set of a space with so many assignments.
  init(count: Int) {
    words = ContiguousArray(repeating: 0, count: (count + 63) / 64)
  }

  /// The bytes that the set takes.
  var size: Int { words.count * 8 }

  /// Adds an assignment.
  mutating func insert(_ assignment: Int) {
    words[assignment >> 6] |= 1 << UInt64(assignment & 63)
  }

  /// Removes all assignments.
  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }

  /// Returns whether an assignment is in the set.
  package func contains(_ assignment: Int) -> Bool {
    words[assignment >> 6] >> UInt64(assignment & 63) & 1 == 1
  }

  /// Adds a number to those of all assignments in the set.
  func add(_ number: Int, to numbers: inout [Int]) {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        numbers[index << 6 + rest.trailingZeroBitCount] += number
        rest &= rest - 1
      }
    }
  }
}
