import CalendarTime

/// The bytes of identifiers, found by a hash table with open addressing and linear probing.
struct SymbolNames: Sendable {
  private struct Entry: Sendable {
    var start: Int
    var count: Int
    var slot: Int
  }

  private var bytes: ContiguousArray<UInt8> = []
  private var entries: ContiguousArray<Entry> = []
  /// The slots of the hash table; -1 is free, and their number is a power of two.
  private var slots: ContiguousArray<Int32> = ContiguousArray(repeating: -1, count: 64)

  /// The number of identifiers, which are numbered from 0 in their order.
  var count: Int { entries.count }

  func bytes(at index: Int) -> ArraySlice<UInt8> {
    let entry = entries[index]
    return bytes[entry.start..<entry.start + entry.count]
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
      let text = unsafe other.bytes.span.extracting(entry.start..<entry.start + entry.count).bytes
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
