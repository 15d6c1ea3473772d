/// The known keys of an object that were read, one bit each.
struct SeenKeys {
  fileprivate var bits: UInt32 = 0

  func contains(_ bit: UInt32) -> Bool { bits & bit != 0 }
}

extension JSONScanner {
  /// Reads the next known key of an object, and skips the keys before it.
  ///
  /// - Returns: The key; nil if the closing brace was read instead.
  /// - Throws: ``JSONError``, also for a duplicate key: it is not known which value counts.
  @inline(__always)
  mutating func nextKey<Key>(
    of keys: borrowing JSONKeyTable<Key>,
    _ seen: inout SeenKeys
  ) throws(JSONError) -> Key? {
    while let name = try nextKey() {
      guard let (key, bit) = keys.findWithBit(name, in: self) else {
        try skipSmallValue()
        continue
      }
      guard !seen.contains(bit) else { throw repetition(of: name) }
      seen.bits |= bit
      return key
    }
    return nil
  }
}

extension CaseIterable where Self: Equatable {
  var bit: UInt32 {
    var bit: UInt32 = 1
    for key in Self.allCases {
      if key == self { return bit }
      bit <<= 1
    }
    return bit
  }
}
