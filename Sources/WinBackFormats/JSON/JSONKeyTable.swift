/// The keys that a reader knows, in a table for fast look-up.
///
/// Name the keys in an enumeration and build the table once, then switch over what it finds:
///
/// ```swift
/// enum OfferKey: String, CaseIterable { case offerId, price }
/// let keys = JSONKeyTable<OfferKey>()
/// while let key = try scanner.nextKey() {
///   switch keys.find(key, in: scanner) {
///   case .offerId: ...
///   case .price: ...
///   case nil: _ = try scanner.skipValue()
///   }
/// }
/// ```
package struct JSONKeyTable<Key>: Sendable
where Key: RawRepresentable & CaseIterable & Sendable, Key.RawValue == String {
  private let names: JSONNameTable
  private let keys: ContiguousArray<Key>

  package init() {
    keys = ContiguousArray(Key.allCases)
    names = JSONNameTable(keys.map { $0.rawValue })
  }

  /// Returns the known key that a string contains, with or without escapes; nil if it is unknown.
  @inline(__always)
  package func find(_ string: JSONString, in scanner: borrowing JSONScanner) -> Key? {
    names.find(string, in: scanner.text).map { keys[$0] }
  }

  /// Returns the known key that a string contains, and the key's bit, to record that it was read.
  @inline(__always)
  func findWithBit(
    _ string: JSONString,
    in scanner: borrowing JSONScanner
  ) -> (key: Key, bit: UInt32)? {
    names.find(string, in: scanner.text).map { (keys[$0], 1 &<< UInt32(truncatingIfNeeded: $0)) }
  }
}

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
