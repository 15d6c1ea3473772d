import Synchronization
import WinBackFormats

/// A table that is handed out in blocks of whole customers, to the next thread that asks.
final class RowSource: BlockSource {
  private struct State {
    var progress: TableProgress
    var boundaries: CustomerBoundaries
  }

  private let input: TableInput
  private let state: Mutex<State>

  init(_ input: TableInput) {
    self.input = input
    state = Mutex(
      State(progress: TableProgress(input), boundaries: CustomerBoundaries(input.table.plan))
    )
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      let isThere = try state.progress.next(&block) { block, progress throws(CommandFailure) in
        try fill(&block, &progress, &state.boundaries)
      }
      if isThere { state.progress.pass(block) }
      return isThere
    }
  }

  /// Reads the rows of whole customers into a block; keeps the start of the next one's.
  private func fill(
    _ block: inout LineBlock,
    _ progress: inout TableProgress,
    _ boundaries: inout CustomerBoundaries
  ) throws(CommandFailure) {
    let start = block.reserve(max(input.blockSize, 1), after: progress.rest)
    var end = start + progress.rest.count
    progress.rest.removeAll(keepingCapacity: true)
    var cut = 0
    while true {
      if !progress.isAtEnd { progress.isAtEnd = try input.read(into: &block.bytes, from: &end) }
      guard !progress.isAtEnd else {
        cut = end - start
        break
      }
      cut = boundaries.lastStart(in: block.bytes.rawBytes.extracting(start..<end))
      guard cut == 0 else { break }
      guard end - start <= input.customerLimit else {
        throw input.tooManyRows(at: progress.offset)
      }
      block.bytes.appendZeros(end - start)
    }
    block.range = start..<start + cut
    progress.rest.append(contentsOf: block.bytes[block.range.upperBound..<end])
  }
}
