/// Turns the bytes of identifiers into symbols.
///
/// The catalog's identifiers are entered first and stay; those that a single history adds are
/// forgotten before the next one, so that the table does not grow with the input.
package struct SymbolTable: Sendable {
  private struct Entry: Sendable {
    var start: Int
    var count: Int
    var slot: Int
  }

  private var bytes: ContiguousArray<UInt8> = []
  private var entries: ContiguousArray<Entry> = []
  /// The places of a hash table with open addressing and linear probing.
  ///
  /// Their number is a power of two; -1 is free.
  private var slots: ContiguousArray<Int32> = ContiguousArray(repeating: -1, count: 64)

  package init() {}

  /// The number of symbols; symbols are numbered from 0 as they come.
  package var count: Int { entries.count }

  /// Returns the symbol of an identifier, a new one where it is not known yet.
  ///
  /// - Complexity: O(*n*) for an identifier of *n* bytes, on average.
  package mutating func intern(_ text: borrowing RawSpan) -> Symbol {
    var slot = probe(for: text)
    if slots[slot] >= 0 { return Symbol(index: slots[slot]) }
    if entries.count * 2 >= slots.count {
      grow()
      slot = probe(for: text)
    }
    let index = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(start: bytes.count, count: text.byteCount, slot: slot))
    for offset in 0..<text.byteCount { bytes.append(text.byte(at: offset)) }
    slots[slot] = index
    return Symbol(index: index)
  }

  /// Returns the symbol of an identifier, a new one where it is not known yet.
  package mutating func intern(_ text: String) -> Symbol {
    let utf8 = ContiguousArray(text.utf8)
    return unsafe intern(utf8.span.bytes)
  }

  /// Returns the symbol of an identifier; nil where it is not known.
  package func find(_ text: String) -> Symbol? {
    let utf8 = ContiguousArray(text.utf8)
    let slot = unsafe probe(for: utf8.span.bytes)
    return slots[slot] >= 0 ? Symbol(index: slots[slot]) : nil
  }

  /// Returns the text of a symbol.
  package func text(of symbol: Symbol) -> String {
    let entry = entries[Int(symbol.index)]
    return String(decoding: bytes[entry.start..<entry.start + entry.count], as: UTF8.self)
  }

  /// Returns whether the text of one symbol comes before that of another in byte order (R5).
  package func precedes(_ lhs: Symbol, _ rhs: Symbol) -> Bool {
    let left = entries[Int(lhs.index)]
    let right = entries[Int(rhs.index)]
    return bytes[left.start..<left.start + left.count].lexicographicallyPrecedes(
      bytes[right.start..<right.start + right.count]
    )
  }

  /// Forgets all symbols but the first ones.
  ///
  /// - Parameter count: How many symbols stay.
  /// - Complexity: O(*k*) for *k* forgotten symbols.
  package mutating func removeAll(beyond count: Int) {
    // The newest entry was placed last, so no older one lies behind it on its probe path.
    while entries.count > count, let entry = entries.popLast() {
      slots[entry.slot] = -1
      bytes.removeLast(entry.count)
    }
  }

  /// Returns the slot that holds an identifier, or the free one where it belongs.
  private func probe(for text: borrowing RawSpan) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: text.hash) & mask
    while slots[slot] >= 0, !holds(text, entry: entries[Int(slots[slot])]) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func holds(_ text: borrowing RawSpan, entry: Entry) -> Bool {
    unsafe text.isEqual(to: bytes.span.bytes, in: entry.start..<entry.start + entry.count)
  }

  private func freeSlot(for entry: Entry) -> Int {
    let mask = slots.count - 1
    let text = bytes.span.extracting(entry.start..<entry.start + entry.count)
    var slot = unsafe Int(truncatingIfNeeded: text.bytes.hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: -1, count: slots.count * 2)
    for index in entries.indices {
      let slot = freeSlot(for: entries[index])
      slots[slot] = Int32(truncatingIfNeeded: index)
      entries[index].slot = slot
    }
  }
}
