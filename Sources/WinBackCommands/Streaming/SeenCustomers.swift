import WinBackFormats

/// The customers of a table that have been read: none may come again, for nobody would know of the
/// rows that came before.
struct SeenCustomers: Sendable {
  private var hashes: Set<Int> = []

  init() {}

  /// Takes in the customers of a block.
  ///
  /// - Parameters:
  ///   - starts: Where their rows start in the block.
  ///   - block: The block.
  ///   - file: What the input is called.
  /// - Throws: ``CommandFailure`` for the first one that was there before.
  mutating func insert(
    _ starts: borrowing ContiguousArray<CustomerStart>,
    of block: borrowing LineBlock,
    in file: InputFile
  ) throws(CommandFailure) {
    for index in starts.indices where starts[index].offset < block.range.count {
      guard !hashes.insert(starts[index].hash).inserted else { continue }
      let bytes = block.bytes.rawBytes.extracting(block.range)
      throw CommandFailure(
        .badData,
        [
          Diagnostic(
            .error,
            "expected the rows of a customer one after another, found more of an earlier one; "
              + "use '--sort'",
            file: file.name,
            line: 1 + (block.linesBefore ?? 0)
              + bytes.extracting(..<starts[index].offset).lineFeedCount,
            column: 1
          )
        ]
      )
    }
  }
}
