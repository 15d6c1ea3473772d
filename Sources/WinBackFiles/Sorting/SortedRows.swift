import Synchronization

/// The rows of a table in the order of their customers, handed out in blocks of whole customers.
final class SortedRows: BlockSource {
  private struct State {
    /// The runs that have rows left, as a heap: none comes before the one at half of its index.
    var runs: [SortRun] = []
    var isOpen = false
    var count = 0
    var offset = 0
    var customer: ContiguousArray<UInt8> = []
    /// What was read of the next block: rows of a customer who has too many.
    var next = LineBlock()
    var isExcessive = false
  }

  /// How many bytes of runs are in memory at once, unless there are very many runs.
  private static let mergeSize = 64 << 20

  private let file: SortFile
  private let blockSize: Int
  private let customerLimit: Int
  private let state = Mutex(State())

  init(_ file: SortFile, blockSize: Int, customerLimit: Int = 64 << 20) {
    self.file = file
    self.blockSize = blockSize
    self.customerLimit = customerLimit
  }

  deinit { file.close() }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      do throws(CommandFailure) {
        if !state.isOpen { try open(&state) }
        try fill(&block, &state)
      } catch {
        state.runs = []
        throw error
      }
      guard !block.range.isEmpty else { return false }
      block.offset = state.offset
      block.number = state.count
      state.offset = block.endOffset
      state.count += 1
      return true
    }
  }

  private func open(_ state: inout State) throws(CommandFailure) {
    state.isOpen = true
    // A larger piece does not stay in the processor's cache.
    let pieceSize = max(1 << 16, min(1 << 20, Self.mergeSize / max(1, file.runs.count)))
    for range in file.runs {
      var run = SortRun(range, of: file, pieceSize: pieceSize)
      if try run.next() { state.runs.append(run) }
    }
    for index in state.runs.indices.reversed() { Self.sink(index, &state.runs) }
  }

  private func fill(_ block: inout LineBlock, _ state: inout State) throws(CommandFailure) {
    block.bytes.removeAll(keepingCapacity: true)
    block.origins.removeAll(keepingCapacity: true)
    block.linesBefore = 0
    block.excess =
      state.isExcessive ? LineBlock.Excess(limit: customerLimit, isContinued: true) : nil
    swap(&block.bytes, &state.next.bytes)
    swap(&block.origins, &state.next.origins)
    var start = 0
    while !state.runs.isEmpty, block.bytes.count - start <= customerLimit {
      let isSame = state.runs[0].storage[state.runs[0].key].elementsEqual(state.customer)
      if !isSame {
        if block.bytes.count >= (state.isExcessive ? 1 : blockSize) { break }
        state.isExcessive = false
        block.excess = nil
        start = block.bytes.count
        state.customer.removeAll(keepingCapacity: true)
        state.customer.append(contentsOf: state.runs[0].storage[state.runs[0].key])
      }
      block.origins.append(RowOrigin(start: block.bytes.count, place: state.runs[0].place))
      block.bytes.append(contentsOf: state.runs[0].storage[state.runs[0].row])
      // The last row of the table may have no line end.
      if block.bytes.last != UInt8(ascii: "\n") { block.bytes.append(UInt8(ascii: "\n")) }
      if try !state.runs[0].next() {
        state.runs.swapAt(0, state.runs.count - 1)
        state.runs.removeLast()
      }
      Self.sink(0, &state.runs)
    }
    if block.bytes.count - start > customerLimit {
      state.isExcessive = start == 0
      if state.isExcessive, block.excess == nil {
        block.excess = LineBlock.Excess(limit: customerLimit, isContinued: false)
      }
    } else {
      start = block.bytes.count
    }
    // The customers before one who has too many are whole.
    block.range = 0..<(start > 0 ? start : block.bytes.count)
    leave(start, of: &block, to: &state.next)
  }

  private func leave(_ start: Int, of block: inout LineBlock, to next: inout LineBlock) {
    guard start > 0 else { return }
    next.bytes.append(contentsOf: block.bytes[start...])
    block.bytes.removeSubrange(start...)
    while let origin = block.origins.last, origin.start >= start {
      next.origins.append(RowOrigin(start: origin.start - start, place: origin.place))
      block.origins.removeLast()
    }
    next.origins.reverse()
  }

  /// Lets a run sink to where none below it comes before it.
  private static func sink(_ start: Int, _ runs: inout [SortRun]) {
    var index = start
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2] where child < runs.count {
        if runs[child].precedes(runs[first]) { first = child }
      }
      guard first != index else { return }
      runs.swapAt(index, first)
      index = first
    }
  }
}
