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
      guard !hashes.insert(starts[index].hash).inserted else { continue }
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
}
