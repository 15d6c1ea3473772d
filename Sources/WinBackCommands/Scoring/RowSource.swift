import Synchronization
package import WinBackFormats

/// A table that is handed out in blocks of whole customers, whose rows stand together.
package final class RowSource: BlockSource {
  private struct State {
    /// The offset of the first row that has not been handed out.
    var offset: Int
    /// The number of blocks that have been handed out.
    var count = 0
    /// The line feeds before the first row that has not been handed out.
    var lines: Int
    /// The bytes after the last customer that was handed out.
    var rest: ContiguousArray<UInt8>
    var isAtEnd = false
    var boundaries: CustomerBoundaries
    /// The customers that have been handed out, as numbers.
    var seen: Set<Int> = []
  }

  private let input: ScoreInput
  private let blockSize: Int
  private let customerLimit: Int
  private let state: Mutex<State>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - input: The bytes behind `head`.
  ///   - table: What the columns are.
  ///   - head: The first bytes of the input, the header among them.
  ///   - blockSize: How many bytes a block has, unless a customer has more.
  ///   - customerLimit: How many bytes the rows of a customer may have.
  package init(
    _ input: ScoreInput,
    _ table: OpenTable,
    head: ContiguousArray<UInt8>,
    blockSize: Int,
    customerLimit: Int = 64 << 20
  ) {
    self.input = input
    self.blockSize = blockSize
    self.customerLimit = customerLimit
    state = Mutex(
      State(
        offset: table.start,
        lines: head.rawBytes.extracting(..<table.start).lineFeedCount,
        rest: ContiguousArray(head[table.start...]),
        boundaries: CustomerBoundaries(table.plan)
      )
    )
  }

  package func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      do throws(CommandFailure) {
        try fill(&block, &state)
        try check(block, &state)
      } catch {
        // What comes after is not read: nobody would know what came before.
        state.isAtEnd = true
        state.rest = []
        throw error
      }
      guard !block.range.isEmpty else { return false }
      block.offset = state.offset
      block.number = state.count
      block.linesBefore = state.lines
      state.offset = block.endOffset
      state.lines += block.bytes.rawBytes.extracting(block.range).lineFeedCount
      state.count += 1
      return true
    }
  }

  /// Reads the rows of whole customers into a block; keeps the start of the next one's.
  private func fill(_ block: inout LineBlock, _ state: inout State) throws(CommandFailure) {
    let start = block.reserve(max(blockSize, 1), after: state.rest)
    var end = start + state.rest.count
    state.rest.removeAll(keepingCapacity: true)
    while true {
      while end < block.bytes.count, !state.isAtEnd {
        let count = try input.read(into: &block.bytes, from: end)
        end += count
        state.isAtEnd = count == 0
      }
      state.boundaries.find(
        in: block.bytes.rawBytes.extracting(start..<end),
        isWhole: state.isAtEnd
      )
      guard state.boundaries.cut == 0, !state.isAtEnd else { break }
      guard end - start <= customerLimit else {
        throw input.failure(
          "expected at most \(customerLimit) bytes of rows of one customer, found more from byte "
            + "\(state.offset) on"
        )
      }
      block.bytes.append(contentsOf: repeatElement(0, count: end - start))
    }
    let cut = start + state.boundaries.cut
    state.rest.append(contentsOf: block.bytes[cut..<end])
    block.range = start..<cut
  }

  /// Checks that no customer of the block was in an earlier one, or comes twice.
  private func check(
    _ block: borrowing LineBlock,
    _ state: inout State
  ) throws(CommandFailure) {
    for customer in state.boundaries.starts where customer.offset < state.boundaries.cut {
      guard state.seen.insert(customer.hash).inserted else {
        let start = block.range.lowerBound
        throw CommandFailure(
          .badData,
          [
            Diagnostic(
              .error,
              "expected the rows of a customer one after another, found more of an earlier one; "
                + "use '--sort'",
              file: input.file.name,
              line: 1 + state.lines
                + block.bytes.rawBytes.extracting(start..<start + customer.offset).lineFeedCount,
              column: 1
            )
          ]
        )
      }
    }
  }
}
