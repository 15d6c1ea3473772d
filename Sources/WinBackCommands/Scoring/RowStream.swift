import Synchronization
import WinBackFormats

/// A table that is handed out in blocks of all that has been read, to a single thread.
///
/// Where the last customer's rows end shows when they are read: they are left to the next block.
/// To look for it before, as ``RowSource`` must for several threads, would take a tenth of the time.
final class RowStream: BlockSource {
  private struct State {
    /// The offset of the first byte of the last block.
    var offset: Int
    /// The number of blocks that have been handed out.
    var count = 0
    /// The line feeds before the last block.
    var lines: Int
    /// The bytes that the next block begins with.
    var rest: ContiguousArray<UInt8>
    /// Where in its storage the bytes of the last block ended; nil where there was none.
    var end: Int?
    var isAtEnd = false
  }

  private let input: TableInput
  private let state: Mutex<State>

  init(_ input: TableInput) {
    self.input = input
    state = Mutex(
      State(offset: input.table.start, lines: input.linesBefore, rest: input.firstRows)
    )
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      takeBack(block, &state)
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
      state.end = block.range.upperBound
      state.count += 1
      return true
    }
  }

  /// Takes what the last block has left.
  private func takeBack(_ block: borrowing LineBlock, _ state: inout State) {
    guard let end = state.end.take() else { return }
    state.rest.append(contentsOf: block.bytes[block.range.upperBound..<end])
    state.offset = block.endOffset
    state.lines += block.bytes.rawBytes.extracting(block.range).lineFeedCount
  }

  /// Reads what comes next behind what was left.
  private func fill(_ block: inout LineBlock, _ state: inout State) throws(CommandFailure) {
    guard state.rest.count <= input.customerLimit else {
      throw input.tooManyRows(at: state.offset)
    }
    // At least as much again as was not enough.
    let start = block.reserve(max(input.blockSize, state.rest.count, 1), after: state.rest)
    var end = start + state.rest.count
    state.rest.removeAll(keepingCapacity: true)
    if !state.isAtEnd { state.isAtEnd = try input.read(into: &block, from: &end) }
    block.range = start..<end
    block.isOpen = !state.isAtEnd
  }
}
