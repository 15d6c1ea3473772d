import CEL

/// Converts the bytes of identifiers into symbols.
///
/// The catalog's identifiers come first and are permanent. Those of one history are removed before
/// the next history, so that the table does not grow with the input. Copies share the permanent
/// symbols, so a large catalog does not make it slower to open a history.
package struct SymbolTable: Sendable {
  private var lasting = SymbolNames()
  private var added = SymbolNames()

  package init() {}

  /// The number of symbols, which are numbered from 0 in their order.
  package var count: Int { lasting.count + added.count }

  /// Makes all current symbols permanent.
  mutating func keepAll() {
    lasting.append(contentsOf: added)
    added = SymbolNames()
  }

  /// Returns the symbol of an identifier; a new identifier gets a new symbol.
  package mutating func intern(_ text: borrowing RawSpan) -> Symbol {
    let hash = text.hash
    return Symbol(index: lasting.find(text, hash: hash) ?? first + added.intern(text, hash: hash))
  }

  package mutating func intern(_ text: String) -> Symbol {
    let utf8 = ContiguousArray(text.utf8)
    return unsafe intern(utf8.span.bytes)
  }

  package func find(_ text: String) -> Symbol? {
    let utf8 = ContiguousArray(text.utf8)
    let bytes = unsafe utf8.span.bytes
    let hash = bytes.hash
    return (lasting.find(bytes, hash: hash) ?? added.find(bytes, hash: hash).map { first + $0 })
      .map(Symbol.init)
  }

  package func text(of symbol: Symbol) -> String {
    String(decoding: bytes(of: symbol), as: UTF8.self)
  }

  /// Returns whether the text of one symbol comes before that of another in byte order (R5).
  package func precedes(_ lhs: Symbol, _ rhs: Symbol) -> Bool {
    bytes(of: lhs).lexicographicallyPrecedes(bytes(of: rhs))
  }

  /// Removes all symbols except the first ones and the permanent ones.
  package mutating func removeAll(beyond count: Int) {
    added.removeAll(beyond: count - lasting.count)
  }

  /// The number of the first symbol that is not permanent.
  private var first: Int32 { Int32(truncatingIfNeeded: lasting.count) }

  private func bytes(of symbol: Symbol) -> ArraySlice<UInt8> {
    symbol.index < first
      ? lasting.bytes(at: Int(symbol.index)) : added.bytes(at: Int(symbol.index - first))
  }
}

/// A small number that represents an identifier, such as that of a product.
///
/// Rules compare identifiers only with each other and with those of the catalog, so scoring does
/// not need their text.
@usableFromInline
package struct Symbol: Sendable, Hashable {
  @usableFromInline
  package let index: Int32

  @inlinable
  package init(index: Int32) {
    self.index = index
  }

  @inlinable static var absent: Symbol { Symbol(index: -1) }
}

/// A set of symbols in one word; it is exact for the first 64 of a table, which most catalogs do
/// not exceed.
struct SymbolSet: Sendable, Hashable {
  private var bits: UInt64 = 0
  /// The bits of the numbers of all symbols, to detect a number that is too high for the word.
  private var indices: UInt32 = 0

  @inline(__always)
  mutating func insert(_ symbol: Symbol) {
    let index = UInt32(bitPattern: symbol.index)
    bits |= 1 &<< UInt64(index)
    indices |= index
  }

  /// Whether it certainly has one symbol; false if the words cannot show it.
  var isSurelyOne: Bool { indices < UInt32(UInt64.bitWidth) && bits.nonzeroBitCount == 1 }

  /// Returns whether all symbols are certainly in another set; false if the words cannot show it.
  func isSurelySubset(of other: SymbolSet) -> Bool {
    (indices | other.indices) < UInt32(UInt64.bitWidth) && bits & ~other.bits == 0
  }
}

/// A piece of the text of a history record.
@usableFromInline
package struct TextRange: Sendable, Hashable {
  @usableFromInline package let start: Int32
  @usableFromInline package let count: Int32

  @inlinable
  package init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  @inlinable static var absent: TextRange { TextRange(start: -1, count: 0) }

  @inlinable package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }

  /// Returns the first bytes, at most so many.
  @inline(__always)
  func prefix(_ length: Int32) -> TextRange {
    TextRange(start: Int(start), count: Int(min(count, length)))
  }
}

/// The bytes of identifiers, found by a hash table with open addressing and linear probing.
struct SymbolNames: Sendable {
  private struct Entry: Sendable {
    var start: Int
    var count: Int
    var slot: Int

    var range: Range<Int> { start..<start + count }
  }

  private var bytes: ContiguousArray<UInt8> = []
  private var entries: ContiguousArray<Entry> = []
  /// The slots of the hash table; -1 is free, and their number is a power of two.
  private var slots: ContiguousArray<Int32> = ContiguousArray(repeating: -1, count: 64)

  /// The number of identifiers, which are numbered from 0 in their order.
  var count: Int { entries.count }

  func bytes(at index: Int) -> ArraySlice<UInt8> {
    bytes[entries[index].range]
  }

  func find(_ text: borrowing RawSpan, hash: UInt64) -> Int32? {
    let found = slots[probe(for: text, hash)]
    return found >= 0 ? found : nil
  }

  /// Returns the number of an identifier; a new identifier gets the next number.
  mutating func intern(_ text: borrowing RawSpan, hash: UInt64) -> Int32 {
    var slot = probe(for: text, hash)
    if slots[slot] >= 0 { return slots[slot] }
    if entries.count * 2 >= slots.count {
      grow()
      slot = probe(for: text, hash)
    }
    let index = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(start: bytes.count, count: text.byteCount, slot: slot))
    for offset in 0..<text.byteCount { bytes.append(text.existingByte(at: offset)) }
    slots[slot] = index
    return index
  }

  /// Adds the identifiers of another table in their order; none of them must be in this table.
  mutating func append(contentsOf other: SymbolNames) {
    for entry in other.entries {
      let text = unsafe other.bytes.span.extracting(entry.range).bytes
      _ = intern(text, hash: text.hash)
    }
  }

  /// Removes all identifiers except the first ones.
  mutating func removeAll(beyond count: Int) {
    // The newest entry was added last, so no older one comes after it on its probe path.
    while entries.count > count, let entry = entries.popLast() {
      slots[entry.slot] = -1
      bytes.removeLast(entry.count)
    }
  }

  /// Returns the slot of an identifier, or the free slot for it.
  private func probe(for text: borrowing RawSpan, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0, !holds(text, entry: entries[Int(slots[slot])]) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func holds(_ text: borrowing RawSpan, entry: Entry) -> Bool {
    unsafe text.isEqual(to: bytes.span.bytes, in: entry.range)
  }

  private func slot(of entry: Entry) -> Int {
    let text = unsafe bytes.span.extracting(entry.range).bytes
    return probe(for: text, text.hash)
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: -1, count: slots.count * 2)
    for index in entries.indices {
      let slot = slot(of: entries[index])
      slots[slot] = Int32(truncatingIfNeeded: index)
      entries[index].slot = slot
    }
  }
}

/// Values by symbol, in the order of the symbols, so that a map takes no more space than its values: a
/// catalog has a map for each of its groups.
struct SymbolMap<Value: Sendable>: Sendable {
  private let symbols: ContiguousArray<Symbol>
  let values: ContiguousArray<Value>

  init(_ values: [Symbol: Value] = [:]) {
    let ordered = values.ordered { $0.key.index < $1.key.index }
    symbols = ContiguousArray(ordered.map { $0.key })
    self.values = ContiguousArray(ordered.map { $0.value })
  }

  /// - Complexity: O(log *n*) for *n* values.
  func index(of symbol: Symbol) -> Int? {
    let index = symbols.indices.end { symbols[$0].index < symbol.index }
    return index < symbols.count && symbols[index] == symbol ? index : nil
  }

  subscript(symbol: Symbol) -> Value? { index(of: symbol).map { values[$0] } }
}

extension SymbolMap: Equatable where Value: Equatable {}
