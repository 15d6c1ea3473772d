import Synchronization
import WinBackFormats

/// A table that is handed out in blocks, to the next thread that asks.
///
/// For several threads a block has the rows of whole customers. For a single thread it has all that has
/// been read: where the last customer's rows end shows when they are read, and they are left to the next
/// block. To look for it before would take a tenth of the time.
final class RowSource: BlockSource {
  private struct State {
    var progress: TableProgress
    /// Finds where customers end; nil for a single thread.
    var boundaries: CustomerBoundaries?
    /// Where in its storage the bytes of the last block ended; nil if nothing of it can be left.
    var end: Int?
  }

  private let input: TableInput
  private let state: Mutex<State>

  init(_ input: TableInput, forThreads count: Int) {
    self.input = input
    state = Mutex(
      State(
        progress: TableProgress(input),
        boundaries: count == 1 ? nil : CustomerBoundaries(input.table.plan)
      )
    )
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      if let end = state.end.take() {
        // What the last block has left.
        state.progress.rest.append(contentsOf: block.bytes[block.range.upperBound..<end])
        state.progress.pass(block)
      }
      let isThere = try state.progress.next(&block) { block, progress throws(CommandFailure) in
        try fill(&block, &progress, &state.boundaries)
      }
      guard isThere else { return false }
      if state.boundaries == nil {
        state.end = block.range.upperBound
      } else {
        state.progress.pass(block)
      }
      return true
    }
  }

  /// Reads what comes next behind what was left; keeps the start of a customer whose rows may continue.
  private func fill(
    _ block: inout LineBlock,
    _ progress: inout TableProgress,
    _ boundaries: inout CustomerBoundaries?
  ) throws(CommandFailure) {
    guard boundaries != nil || progress.rest.count <= input.customerLimit else {
      throw input.tooManyRows(at: progress.offset)
    }
    // At least as much again as was not enough.
    let start = block.reserve(max(input.blockSize, progress.rest.count, 1), after: progress.rest)
    var end = start + progress.rest.count
    progress.rest.removeAll(keepingCapacity: true)
    if !progress.isAtEnd { progress.isAtEnd = try input.read(into: &block.bytes, from: &end) }
    var cut = end
    while !progress.isAtEnd,
      let count = boundaries?.lastStart(in: block.bytes.rawBytes.extracting(start..<end))
    {
      cut = start + count
      guard count == 0 else { break }
      guard end - start <= input.customerLimit else {
        throw input.tooManyRows(at: progress.offset)
      }
      block.bytes.appendZeros(end - start)
      progress.isAtEnd = try input.read(into: &block.bytes, from: &end)
      cut = end
    }
    block.range = start..<cut
    block.isOpen = boundaries == nil && !progress.isAtEnd
    progress.rest.append(contentsOf: block.bytes[cut..<end])
  }
}
