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
///
/// It is a hash table with open addressing. Its hash takes in the first and the last eight bytes of
/// a name, which two loads give; they decide all names of up to 16 bytes, too.
package struct JSONKeyTable<Key>: Sendable
where Key: RawRepresentable & CaseIterable & Sendable, Key.RawValue == String {
  /// The ends of a name.
  private struct Ends: Equatable {
    let first: UInt64
    let last: UInt64
    let count: Int

    /// Reads the ends of the name that stands in a range.
    @inline(__always)
    init(of range: Range<Int>, in bytes: borrowing RawSpan) {
      count = range.count
      // Bytes beyond a short name are cleared.
      let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8))
      first = count == 0 ? 0 : bytes.word(at: range.lowerBound) & mask
      last = count == 0 ? 0 : bytes.word(at: range.lowerBound &+ max(0, count &- 8)) & mask
    }

    /// A number that differs for nearly all names.
    @inline(__always)
    var hash: Int {
      let mixed = (first ^ last &<< 1 &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed &>> 40)
    }
  }

  private struct Slot {
    let ends: Ends
    /// Where the name stands in `names`.
    let start: Int
    let key: Key
  }

  /// A power of two of places, at most a quarter of them taken.
  private var slots: ContiguousArray<Slot?>

  /// All names, one after the other.
  private var names: ContiguousArray<UInt8> = []

  /// Creates the table of all cases of the enumeration.
  package init() {
    var capacity = 4
    while capacity < 4 * Key.allCases.count { capacity *= 2 }
    slots = ContiguousArray(repeating: nil, count: capacity)
    for key in Key.allCases {
      let start = names.count
      names.append(contentsOf: key.rawValue.utf8)
      let ends = Ends(of: start..<names.count, in: names.rawBytes)
      var index = ends.hash & (capacity - 1)
      while slots[index] != nil { index = (index + 1) & (capacity - 1) }
      slots[index] = Slot(ends: ends, start: start, key: key)
    }
  }

  /// Returns the key that a string spells, with escapes or without; nil when it is not a known one.
  @inline(__always)
  package func find(_ string: JSONString, in scanner: borrowing JSONScanner) -> Key? {
    guard !string.hasEscapes else { return findUnescaped(string, in: scanner.text) }
    return find(string.range, in: scanner.text.bytes)
  }

  @inline(never)
  private func findUnescaped(_ string: JSONString, in text: borrowing JSONText) -> Key? {
    var contents: ContiguousArray<UInt8> = []
    text.decode(string, into: &contents)
    return find(contents.startIndex..<contents.endIndex, in: contents.rawBytes)
  }

  @inline(__always)
  private func find(_ range: Range<Int>, in bytes: borrowing RawSpan) -> Key? {
    let ends = Ends(of: range, in: bytes)
    var index = ends.hash & (slots.count &- 1)
    while let slot = slots[index] {
      if slot.ends == ends, ends.count <= 16 || isEqual(slot.start, range, in: bytes) {
        return slot.key
      }
      index = (index &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// Whether a long name is the one that starts there in `names`, between its ends.
  @inline(never)
  private func isEqual(_ start: Int, _ range: Range<Int>, in bytes: borrowing RawSpan) -> Bool {
    (8..<range.count &- 8).allSatisfy {
      names[start &+ $0] == bytes.byte(at: range.lowerBound &+ $0)
    }
  }
}
