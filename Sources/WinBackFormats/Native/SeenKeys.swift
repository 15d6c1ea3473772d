/// The known keys of an object that have been read, one bit each.
struct SeenKeys {
  private var bits: UInt32

  init(bits: UInt32 = 0) {
    self.bits = bits
  }

  func contains(_ bit: UInt32) -> Bool { bits & bit != 0 }

  /// Returns whether all keys of others are there.
  func isSuperset(of others: SeenKeys) -> Bool { bits & others.bits == others.bits }

  /// Returns whether no key of others is there.
  func isDisjoint(with others: SeenKeys) -> Bool { bits & others.bits == 0 }

  mutating func insert(_ bit: UInt32) { bits |= bit }

  /// Notes a key.
  ///
  /// - Throws: ``JSONError`` if the key was there before: which value counts would be a guess.
  mutating func insert(
    _ bit: UInt32,
    _ key: JSONString,
    in scanner: borrowing JSONScanner
  ) throws(JSONError) {
    guard !contains(bit) else { throw scanner.repetition(of: key) }
    bits |= bit
  }
}

extension CaseIterable where Self: Equatable {
  /// The bit of a key among those of its enumeration.
  var bit: UInt32 {
    var bit: UInt32 = 1
    for key in Self.allCases {
      if key == self { return bit }
      bit <<= 1
    }
    return bit
  }
}
