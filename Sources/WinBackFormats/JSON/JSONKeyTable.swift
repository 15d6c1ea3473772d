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
  /// The ends of a name: its first and its last eight bytes, zeros behind a shorter one.
  private struct Ends {
    let first: UInt64
    let last: UInt64
    let count: Int

    /// Reads the ends of the name of so many bytes at an offset.
    @inline(__always)
    init(ofNameAt start: Int, count: Int, in bytes: borrowing ByteLoads) {
      self.count = count
      let unused = UInt64(truncatingIfNeeded: 8 &- min(max(count, 1), 8)) &* 8
      let mask = count == 0 ? 0 : UInt64.max &>> unused
      first = bytes.word(at: start) & mask
      last = bytes.word(at: start &+ max(0, count &- 8)) & mask
    }

    /// A number that differs for nearly all names.
    @inline(__always)
    var hash: Int {
      let mixed = (first ^ last &<< 1 &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed &>> 40)
    }

    @inline(__always)
    func isEqual(to other: Ends) -> Bool {
      let differences = UInt64(truncatingIfNeeded: count ^ other.count)
      return (first ^ other.first) | (last ^ other.last) | differences == 0
    }
  }

  /// A place of the table; a free one has no key.
  private struct Slot {
    var ends: Ends
    /// Where the name stands in `names`.
    var start: Int
    var key: Key?
    /// The bit of the key among those of its enumeration.
    var bit: UInt32
  }

  /// A power of two of places, at most a quarter of them taken.
  private var slots: ContiguousArray<Slot>

  /// All names, one after the other.
  private var names: ContiguousArray<UInt8> = []

  /// Creates the table of all cases of the enumeration.
  package init() {
    var capacity = 4
    while capacity < 4 * Key.allCases.count { capacity *= 2 }
    let noEnds = Ends(ofNameAt: 0, count: 0, in: ByteLoads(RawSpan()))
    let free = Slot(ends: noEnds, start: 0, key: nil, bit: 0)
    slots = ContiguousArray(repeating: free, count: capacity)
    var bit: UInt32 = 1
    for key in Key.allCases {
      let start = names.count
      names.append(contentsOf: key.rawValue.utf8)
      let ends = Ends(ofNameAt: start, count: names.count - start, in: ByteLoads(names.rawBytes))
      var index = ends.hash & (capacity - 1)
      while slots[index].key != nil { index = (index + 1) & (capacity - 1) }
      slots[index] = Slot(ends: ends, start: start, key: key, bit: bit)
      bit &<<= 1
    }
  }

  /// Returns the key that a string spells, with escapes or without; nil when it is not a known one.
  @inline(__always)
  package func find(_ string: JSONString, in scanner: borrowing JSONScanner) -> Key? {
    slot(of: string, in: scanner)?.key
  }

  /// Returns the key that a string spells, and the bit of the key, for noting that it was there.
  @inline(__always)
  func findWithBit(
    _ string: JSONString,
    in scanner: borrowing JSONScanner
  ) -> (key: Key, bit: UInt32)? {
    guard let slot = slot(of: string, in: scanner), let key = slot.key else { return nil }
    return (key, slot.bit)
  }

  @inline(__always)
  private func slot(of string: JSONString, in scanner: borrowing JSONScanner) -> Slot? {
    guard !string.hasEscapes else { return findUnescaped(string, in: scanner.text) }
    return findName(at: string.start, count: string.byteCount, in: scanner.text.loads)
  }

  @inline(never)
  private func findUnescaped(_ string: JSONString, in text: borrowing JSONText) -> Slot? {
    var contents: ContiguousArray<UInt8> = []
    text.decode(string, into: &contents)
    return findName(at: 0, count: contents.count, in: ByteLoads(contents.rawBytes))
  }

  @inline(__always)
  private func findName(at start: Int, count: Int, in bytes: borrowing ByteLoads) -> Slot? {
    let ends = Ends(ofNameAt: start, count: count, in: bytes)
    var index = ends.hash
    while true {
      let slot = slots[index & (slots.count &- 1)]
      if slot.ends.isEqual(to: ends),
        count <= 16 || isEqualBetweenEnds(slot.start, start, count: count, in: bytes)
      {
        return slot
      }
      guard slot.key != nil else { return nil }
      index &+= 1
    }
  }

  /// Whether a name of more than 16 bytes is a known one between its ends, too.
  @inline(never)
  private func isEqualBetweenEnds(
    _ knownStart: Int,
    _ start: Int,
    count: Int,
    in bytes: borrowing ByteLoads
  ) -> Bool {
    let known = ByteLoads(names.rawBytes)
    var offset = 8
    var differences: UInt64 = 0
    while offset < count &- 8 {
      differences |= known.word(at: knownStart &+ offset) ^ bytes.word(at: start &+ offset)
      offset &+= 8
    }
    return differences == 0
  }
}
