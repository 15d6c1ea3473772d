/// The customers that have been read, to notice one who comes again.
struct SeenCustomers: Sendable {
  /// The hashes, each in the first slot from its own on that is free; 0 is none.
  ///
  /// A set would hash them once more.
  private var slots = ContiguousArray<Int>(repeating: 0, count: 1 << 10)
  private var count = 0

  /// Takes in the customers who start in a block of some bytes.
  ///
  /// - Returns: Where those start who were there before.
  mutating func insert(
    _ starts: borrowing ContiguousArray<CustomerStart>,
    below end: Int
  ) -> ContiguousArray<Int> {
    var known: ContiguousArray<Int> = []
    for index in starts.indices where starts[index].offset < end {
      if !insert(starts[index].hash) { known.append(starts[index].offset) }
    }
    return known
  }

  /// Adds a hash; returns whether it is new.
  private mutating func insert(_ hash: Int) -> Bool {
    if 4 * count >= 3 * slots.count { grow() }
    let hash = hash == 0 ? 1 : hash
    let slot = slot(of: hash)
    guard slots[slot] == 0 else { return false }
    slots[slot] = hash
    count += 1
    return true
  }

  private mutating func grow() {
    let hashes = slots
    slots = ContiguousArray(repeating: 0, count: 2 * hashes.count)
    for hash in hashes where hash != 0 { slots[slot(of: hash)] = hash }
  }

  /// Returns the slot of a hash, or the free one that it would get.
  private func slot(of hash: Int) -> Int {
    let mask = slots.count &- 1
    var slot = hash & mask
    while slots[slot] != 0, slots[slot] != hash { slot = (slot &+ 1) & mask }
    return slot
  }
}
