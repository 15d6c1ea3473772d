import Synchronization

/// A table that is handed out in blocks of all that has been read, to a single thread.
///
/// Where the last customer's rows end shows when they are read: they are left to the next block.
/// To look for it before, as ``RowSource`` must for several threads, would take a tenth of the time.
final class RowStream: BlockSource {
  private struct State {
    var progress: TableProgress
    /// Where in its storage the bytes of the last block ended; nil if there was none.
    var end: Int?
  }

  private let input: TableInput
  private let state: Mutex<State>

  init(_ input: TableInput) {
    self.input = input
    state = Mutex(State(progress: TableProgress(input)))
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      if let end = state.end.take() {
        // What the last block has left.
        state.progress.rest.append(contentsOf: block.bytes[block.range.upperBound..<end])
        state.progress.pass(block)
      }
      let isThere = try state.progress.next(&block, fill)
      if isThere { state.end = block.range.upperBound }
      return isThere
    }
  }

  /// Reads what comes next behind what was left.
  private func fill(
    _ block: inout LineBlock,
    _ progress: inout TableProgress
  ) throws(CommandFailure) {
    guard progress.rest.count <= input.customerLimit else {
      throw input.tooManyRows(at: progress.offset)
    }
    // At least as much again as was not enough.
    let start = block.reserve(max(input.blockSize, progress.rest.count, 1), after: progress.rest)
    var end = start + progress.rest.count
    progress.rest.removeAll(keepingCapacity: true)
    if !progress.isAtEnd { progress.isAtEnd = try input.read(into: &block.bytes, from: &end) }
    block.range = start..<end
    block.isOpen = !progress.isAtEnd
  }
}
