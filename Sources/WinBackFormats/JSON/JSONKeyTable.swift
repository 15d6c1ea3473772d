/// The keys that a reader knows, made ready for telling them apart in a few steps.
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
  private struct Entry {
    let key: Key
    let name: ContiguousArray<UInt8>
    /// The first eight bytes of the name, zeros past its end.
    let word: UInt64
  }

  private let entries: ContiguousArray<Entry>

  /// Creates the table of all cases of the enumeration.
  package init() {
    entries = ContiguousArray(
      Key.allCases.map { key in
        let name = ContiguousArray(key.rawValue.utf8)
        return Entry(key: key, name: name, word: name.rawBytes.word(at: 0))
      }
    )
  }

  /// Returns the key that a string spells, with escapes or without; nil when it is not a known one.
  package func find(_ string: JSONString, in scanner: borrowing JSONScanner) -> Key? {
    guard !string.hasEscapes else {
      var contents: ContiguousArray<UInt8> = []
      scanner.decode(string, into: &contents)
      return find(contents.rawBytes)
    }
    return find(scanner.bytes(of: string))
  }

  private func find(_ name: borrowing RawSpan) -> Key? {
    let word = name.word(at: 0)
    for entry in entries where entry.word == word && entry.name.count == name.byteCount {
      if entry.name.indices.dropFirst(8).allSatisfy({ entry.name[$0] == name.byte(at: $0) }) {
        return entry.key
      }
    }
    return nil
  }
}
