/// A table of names for fast look-up.
///
/// It is a hash table with open addressing. The hash uses the first and the last eight bytes of a
/// name, which two loads read. They also identify every name of up to 16 bytes.
struct JSONNameTable: Sendable {
  /// The first and the last eight bytes of a name; a shorter name is filled with zeros.
  struct Ends {
    let first: UInt64
    let last: UInt64
    let count: Int

    /// Takes the eight bytes from the start of a name, and those before its end if it has as many.
    @inline(__always)
    init(_ first: UInt64, _ last: UInt64, count: Int) {
      self.count = count
      let unused = UInt64(truncatingIfNeeded: 8 &- min(max(count, 1), 8)) &* 8
      let mask = count == 0 ? 0 : UInt64.max &>> unused
      self.first = first & mask
      self.last = count < 8 ? first & mask : last
    }

    @inline(__always)
    init(ofNameAt start: Int, count: Int, in bytes: borrowing ByteLoads) {
      self.init(bytes.word(at: start), bytes.word(at: start &+ max(0, count &- 8)), count: count)
    }

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

  private struct Slot {
    var ends = Ends(0, 0, count: 0)
    /// The offset of the name in `names`.
    var start = 0
    /// The number of the name; negative if the slot is empty.
    var number = -1
  }

  /// The slots: their number is a power of two, and at most a quarter of them are used.
  private var slots: ContiguousArray<Slot>

  private var names: ContiguousArray<UInt8> = []
  private(set) var count = 0

  init(_ names: some Collection<String>, room: Int = 0) {
    var capacity = 4
    while capacity < 4 * (names.count + room) { capacity *= 2 }
    slots = ContiguousArray(repeating: Slot(), count: capacity)
    for name in names { append(ContiguousArray(name.utf8).rawBytes) }
  }

  /// Adds a new name; the table must have room for it.
  mutating func append(_ name: RawSpan) {
    let start = names.count
    names.append(contentsOf: name, in: 0..<name.byteCount)
    let ends = Ends(ofNameAt: start, count: name.byteCount, in: ByteLoads(names.rawBytes))
    var index = ends.hash & (slots.count - 1)
    while slots[index].number >= 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = Slot(ends: ends, start: start, number: count)
    count += 1
  }

  /// Returns the number of the name that a string contains, escapes decoded; nil if it is unknown.
  @inline(__always)
  func find(_ string: JSONString, in text: borrowing JSONText) -> Int? {
    guard !string.hasEscapes else { return findUnescaped(string, in: text) }
    return find(at: string.start, count: string.byteCount, in: text.loads)
  }

  @inline(never)
  private func findUnescaped(_ string: JSONString, in text: borrowing JSONText) -> Int? {
    var contents: ContiguousArray<UInt8> = []
    text.decode(string, into: &contents)
    return find(at: 0, count: contents.count, in: ByteLoads(contents.rawBytes))
  }

  @inline(__always)
  private func find(at start: Int, count: Int, in bytes: borrowing ByteLoads) -> Int? {
    let ends = Ends(ofNameAt: start, count: count, in: bytes)
    var index = ends.hash
    while true {
      let slot = slots[index & (slots.count &- 1)]
      if slot.ends.isEqual(to: ends), slot.number >= 0,
        count <= 16 || isEqualBetweenEnds(slot.start, start, count: count, in: bytes)
      {
        return slot.number
      }
      guard slot.number >= 0 else { return nil }
      index &+= 1
    }
  }

  /// Returns the number of a name with the same ends; nil if there is none.
  @inline(__always)
  func find(_ ends: Ends) -> Int? {
    var index = ends.hash
    while true {
      let slot = slots[index & (slots.count &- 1)]
      guard slot.number >= 0 else { return nil }
      if slot.ends.isEqual(to: ends) { return slot.number }
      index &+= 1
    }
  }

  /// Returns whether a name of more than 16 bytes is also equal to a known one between the ends.
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
