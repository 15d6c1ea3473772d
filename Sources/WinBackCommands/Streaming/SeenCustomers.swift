import WinBackFormats

/// The customers of a table that have been read: none may come again, for nobody would know of the
/// rows that came before.
struct SeenCustomers: Sendable {
  /// The hashes, each in the first slot from its own on that is free; 0 is none.
  ///
  /// A set would hash them once more.
  private var slots = ContiguousArray<Int>(repeating: 0, count: 1 << 10)
  private var count = 0

  init() {}

  /// Takes in the customers of a block.
  ///
  /// - Parameters:
  ///   - starts: Where their rows start in the block.
  ///   - block: The block.
  ///   - files: The files of the run.
  ///   - file: The one that is being read.
  ///   - things: What customers consist of there, such as `rows`.
  /// - Throws: ``CommandFailure`` for the first one that was there before.
  mutating func insert(
    _ starts: borrowing ContiguousArray<CustomerStart>,
    of block: borrowing LineBlock,
    in files: [InputFile],
    _ file: InputFile,
    _ things: String
  ) throws(CommandFailure) {
    for index in starts.indices where starts[index].offset < block.range.count {
      guard !insert(starts[index].hash) else { continue }
      let place = block.place(of: starts[index].offset)
      throw CommandFailure(
        .badData,
        [
          Diagnostic(
            .error,
            "expected the \(things) of a customer together, found more of an earlier customer; "
              + "use '--sort'",
            file: (block.origins.isEmpty ? file : files[place.file]).name,
            line: place.lines + 1,
            column: 1
          )
        ]
      )
    }
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
