/// The known keys of an object that have been read, one bit each.
struct SeenKeys {
  fileprivate var bits: UInt32 = 0

  func contains(_ bit: UInt32) -> Bool { bits & bit != 0 }
}

extension JSONScanner {
  /// Reads the next key of an object that a reader knows, and skips those before it.
  ///
  /// - Parameters:
  ///   - keys: The keys that are known.
  ///   - seen: Those of the object that have been read.
  /// - Returns: The key; nil when the closing brace was read instead.
  /// - Throws: ``JSONError`` also if the key was there before: which value counts would be a guess.
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
