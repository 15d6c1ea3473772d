/// A table of names for fast look-up, of which there are fewer than 255.
///
/// It is a hash table with open addressing. The hash uses the count and the first eight bytes of a
/// name, which one load reads.
struct JSONNameTable: Sendable {
  private struct Name {
    let first: UInt64
    let last: UInt64
    /// The range of the name in `text`.
    let start: Int
    let count: Int
  }

  /// The numbers of names; their count is a power of two, and at most a quarter of them are used.
  private var numbers: ContiguousArray<UInt8>
  private var names: ContiguousArray<Name> = []
  private var text: ContiguousArray<UInt8> = []

  private static var unused: UInt8 { 255 }

  var count: Int { names.count }

  init(_ names: some Collection<String>, room: Int = 0) {
    var capacity = 4
    while capacity < 4 * (names.count + room) { capacity *= 2 }
    numbers = ContiguousArray(repeating: Self.unused, count: capacity)
    for name in names { append(ContiguousArray(name.utf8).rawBytes) }
  }

  /// Adds a new name; the table must have room for it.
  mutating func append(_ name: RawSpan) {
    let start = text.count
    text.append(contentsOf: name, in: 0..<name.byteCount)
    let (first, last) = Self.ends(ofNameAt: 0, count: name.byteCount, in: ByteLoads(name))
    var index = Self.hash(first, count: name.byteCount) & (numbers.count - 1)
    while numbers[index] != Self.unused { index = (index + 1) & (numbers.count - 1) }
    numbers[index] = UInt8(truncatingIfNeeded: names.count)
    names.append(Name(first: first, last: last, start: start, count: name.byteCount))
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
    let (first, last) = Self.ends(ofNameAt: start, count: count, in: bytes)
    var index = Self.hash(first, count: count)
    while let number = number(at: index) {
      let name = names[number]
      if name.first == first, name.last == last, name.count == count,
        count <= 16 || isEqualBetweenEnds(name.start, start, count: count, in: bytes)
      {
        return number
      }
      index &+= 1
    }
    return nil
  }

  /// Returns the number at a hash or after it; nil if no more names can have that hash.
  @inline(__always)
  func number(at index: Int) -> Int? {
    let number = numbers[index & (numbers.count &- 1)]
    return number == Self.unused ? nil : Int(number)
  }

  /// Returns the hash of a name with its first eight bytes; a shorter name is filled with zeros.
  @inline(__always)
  static func hash(_ first: UInt64, count: Int) -> Int {
    let mixed = (first &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }

  /// Returns the first and the last eight bytes of a name; a shorter name is filled with zeros.
  @inline(__always)
  private static func ends(
    ofNameAt start: Int,
    count: Int,
    in bytes: borrowing ByteLoads
  ) -> (first: UInt64, last: UInt64) {
    let first = bytes.word(at: start).prefix(count)
    return (first, count < 8 ? first : bytes.word(at: start &+ count &- 8))
  }

  /// Returns whether a name of more than 16 bytes is also equal to a known one between the ends.
  @inline(never)
  private func isEqualBetweenEnds(
    _ knownStart: Int,
    _ start: Int,
    count: Int,
    in bytes: borrowing ByteLoads
  ) -> Bool {
    let known = ByteLoads(text.rawBytes)
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
    position(of: string, in: scanner).map { keys[$0] }
  }

  /// Returns the position among all known keys of the one that a string contains; nil if it is unknown.
  @inline(__always)
  func position(of string: JSONString, in scanner: borrowing JSONScanner) -> Int? {
    names.find(string, in: scanner.text)
  }

  subscript(position: Int) -> Key {
    @inline(__always) get { keys[position] }
  }
}
