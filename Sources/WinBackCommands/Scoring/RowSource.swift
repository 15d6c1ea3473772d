import Synchronization
import WinBackFormats

/// A table that is handed out in blocks of whole customers, to whichever thread asks next.
final class RowSource: BlockSource {
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
  }

  private let input: TableInput
  private let state: Mutex<State>

  init(_ input: TableInput) {
    self.input = input
    state = Mutex(
      State(
        offset: input.table.start,
        lines: input.linesBefore,
        rest: input.firstRows,
        boundaries: CustomerBoundaries(input.table.plan)
      )
    )
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      do throws(CommandFailure) {
        try fill(&block, &state)
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
    let start = block.reserve(max(input.blockSize, 1), after: state.rest)
    var end = start + state.rest.count
    state.rest.removeAll(keepingCapacity: true)
    var cut = 0
    while true {
      if !state.isAtEnd { state.isAtEnd = try input.read(into: &block, from: &end) }
      guard !state.isAtEnd else {
        cut = end - start
        break
      }
      cut = state.boundaries.lastStart(in: block.bytes.rawBytes.extracting(start..<end))
      guard cut == 0 else { break }
      guard end - start <= input.customerLimit else { throw input.tooManyRows(at: state.offset) }
      block.bytes.append(contentsOf: repeatElement(0, count: end - start))
    }
    block.range = start..<start + cut
    state.rest.append(contentsOf: block.bytes[block.range.upperBound..<end])
  }
}
