import Synchronization

/// An input that is handed out in blocks of whole units, to the next thread that asks.
///
/// What comes is read behind what was left of the block before, and a block ends where the last whole
/// unit does.
package final class CutSource: BlockSource {
  /// What is whole in a block.
  enum Units: Sendable {
    case lines
    /// The rows of each customer of a table. For a single thread there is nothing to find where customers
    /// end: a block has all that has been read, and the last customer's rows are left to the next one when
    /// they have been read (`endsOpen`). To look for their end before would take a tenth of the time.
    case rows(RowOwners, endsOpen: Bool)
    /// The documents of each customer, which may continue in the next file unless this is the last one.
    case documents(ServerReader, isLast: Bool)
    /// The whole input, which is one document.
    case input
  }

  /// What is left when no more blocks come, and where it comes from.
  package struct Rest: Sendable {
    var bytes: ContiguousArray<UInt8> = []
    var origins: ContiguousArray<RowOrigin> = []
  }

  private struct State: Sendable {
    var units: Units
    var rest = Rest()
    /// The place of the first byte that has not been handed out, and the number of blocks before.
    var place = HistoryPlace()
    var count = 0
    /// Where in its storage the bytes of the last block ended; nil if nothing of it can be left.
    var openEnd: Int?
    /// The customer whose rows are too many to read, as long as there are more.
    var excessive: ContiguousArray<UInt8>?
    var isAtEnd = false
  }

  /// How many bytes are in one block, so that documents may come in any order there.
  private static let gatheredSize = 1 << 24

  private let input: StreamedInput
  private let blockSize: Int
  private let limit: Int
  private let state: Mutex<State>

  private init(_ input: StreamedInput, _ blockSize: Int, _ limit: Int, _ state: State) {
    self.input = input
    // One byte more than the file has, so that its end shows.
    self.blockSize = min(blockSize, max(1 << 16, input.byteCount ?? blockSize) &+ 1)
    self.limit = limit
    self.state = Mutex(state)
  }

  /// Creates a source of lines.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - blockSize: How many bytes a block has, unless a line is longer.
  ///   - lineLimit: How many bytes a line may have.
  package convenience init(linesOf input: StreamedInput, blockSize: Int, lineLimit: Int = 64 << 20)
  {
    self.init(input, blockSize, lineLimit, State(units: .lines))
  }

  package convenience init(rowsOf table: TableInput, forThreads count: Int) {
    var state = State(units: .rows(RowOwners(table.table.plan), endsOpen: count == 1))
    state.rest.bytes = table.firstRows
    state.place = HistoryPlace(offset: table.table.start, lines: table.linesBefore)
    self.init(table.input, table.blockSize, table.customerLimit, state)
  }

  /// Creates a source of documents of the App Store Server API, behind the rest of files before.
  convenience init(
    documentsOf input: StreamedInput,
    after rest: Rest,
    ofFile index: Int,
    isLast: Bool,
    _ options: HistoryOptions,
    blockSize: Int
  ) {
    var state = State(units: .documents(ServerReader(options), isLast: isLast), rest: rest)
    let start = HistoryPlace(file: index)
    state.rest.origins.append(RowOrigin(start: rest.bytes.count, place: start))
    self.init(input, blockSize, InputFile.defaultLimit, state)
  }

  convenience init(documentIn input: StreamedInput) {
    let size = max(1 << 16, input.byteCount ?? 0) &+ 1
    self.init(input, size, InputFile.defaultLimit, State(units: .input))
  }

  package var rest: Rest { state.withLock { $0.rest } }

  package func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      if let end = state.openEnd.take() {
        state.rest.bytes.append(contentsOf: block.bytes[block.range.upperBound..<end])
        pass(block, &state)
      }
      do throws(CommandFailure) {
        try fill(&block, &state)
      } catch {
        // What comes after is not read: nobody would know what came before.
        state.isAtEnd = true
        state.rest = Rest()
        throw error
      }
      guard !block.range.isEmpty else { return false }
      block.offset = state.place.offset
      block.number = state.count
      block.lineFeedCount = nil
      state.count += 1
      if case .rows = state.units { block.linesBefore = state.place.lines }
      if block.isOpen { state.openEnd = block.range.upperBound } else { pass(block, &state) }
      return true
    }
  }

  /// Notes that a block has been handed out permanently.
  private func pass(_ block: borrowing LineBlock, _ state: inout State) {
    state.place.offset = block.endOffset
    guard case .rows = state.units else { return }
    state.place.lines +=
      block.lineFeedCount ?? block.bytes.rawBytes.extracting(block.range).lineFeedCount
  }

  /// Reads until there are whole units, and keeps what comes after them.
  private func fill(_ block: inout LineBlock, _ state: inout State) throws(CommandFailure) {
    block.excess = nil
    let isExcessive = state.rest.bytes.count > limit || state.excessive != nil
    if isExcessive, case .rows(var owners, _) = state.units {
      try fillWithExcess(&block, &state, &owners)
      guard block.range.isEmpty else { return }
      block.excess = nil
    }
    let kept = state.rest.bytes.count
    // At least as much again as was not enough, and one byte by which a unit that is too long shows.
    let room = max(1, min(max(blockSize, kept), limit + 1 - kept))
    let start = block.reserve(room, after: state.rest.bytes)
    var end = start + kept
    state.rest.bytes.removeAll(keepingCapacity: true)
    var cut = start
    while true {
      let hasBytes = end > start
      try read(into: &block.bytes, from: &end, hasBytes: hasBytes, &state)
      cut = start + endOfUnits(in: block.bytes.rawBytes.extracting(start..<end), &state)
      guard cut == start, !state.isAtEnd else { break }
      guard end - start <= limit else {
        guard case .rows(var owners, _) = state.units else { throw tooLong(state) }
        state.rest.bytes.append(contentsOf: block.bytes[start..<end])
        return try fillWithExcess(&block, &state, &owners)
      }
      block.bytes.appendZeros(min(end - start, limit + 1 - (end - start)))
    }
    block.range = start..<cut
    block.isOpen = false
    switch state.units {
    case .rows(_, endsOpen: true): block.isOpen = !state.isAtEnd
    case .documents: keepOrigins(&block, cut - start, &state)
    case .input: block.isDocument = true
    case .lines, .rows: break
    }
    state.rest.bytes.append(contentsOf: block.bytes[cut..<end])
  }

  /// Fills a block with rows of a customer who has too many, with which what is left begins.
  ///
  /// The block is empty if there are no more of them.
  private func fillWithExcess(
    _ block: inout LineBlock,
    _ state: inout State,
    _ owners: inout RowOwners
  ) throws(CommandFailure) {
    let isFirst = state.excessive == nil
    let start = block.reserve(max(1, blockSize), after: state.rest.bytes)
    var end = start + state.rest.bytes.count
    state.rest.bytes.removeAll(keepingCapacity: true)
    var rows = (offset: 0, isOver: false)
    repeat {
      if end == block.bytes.count { block.bytes.appendZeros(end - start) }
      try read(into: &block.bytes, from: &end, hasBytes: true, &state)
      rows = owners.end(
        ofRowsOf: &state.excessive,
        in: block.bytes.rawBytes.extracting(start..<end),
        isWhole: state.isAtEnd
      )
    } while !rows.isOver && rows.offset <= (isFirst ? limit : 0)
    if rows.isOver { state.excessive = nil }
    block.range = start..<start + rows.offset
    block.isOpen = false
    if !isFirst || rows.offset > limit {
      block.excess = LineBlock.Excess(limit: limit, isContinued: !isFirst)
    }
    state.rest.bytes.append(contentsOf: block.bytes[start + rows.offset..<end])
  }

  private func read(
    into bytes: inout ContiguousArray<UInt8>,
    from end: inout Int,
    hasBytes: Bool,
    _ state: inout State
  ) throws(CommandFailure) {
    guard !state.isAtEnd else { return }
    let start = end
    state.isAtEnd = try input.fill(&bytes, from: &end)
    // The next file begins on a line of its own.
    if state.isAtEnd, case .documents(_, isLast: false) = state.units, hasBytes || end > start {
      bytes.replaceSubrange(end..., with: CollectionOfOne(UInt8(ascii: "\n")))
      end += 1
    }
  }

  /// Returns where the last whole unit of some bytes ends, behind which more may come; 0 if none does.
  private func endOfUnits(in bytes: RawSpan, _ state: inout State) -> Int {
    switch state.units {
    case .lines: return state.isAtEnd ? bytes.byteCount : bytes.startOfLine(before: bytes.byteCount)
    case .input: return state.isAtEnd ? bytes.byteCount : 0
    case .rows(var owners, let endsOpen):
      return state.isAtEnd || endsOpen ? bytes.byteCount : owners.lastStart(in: bytes)
    case .documents(var reader, let isLast):
      if state.isAtEnd, isLast { return bytes.byteCount }
      guard bytes.byteCount >= Self.gatheredSize else { return 0 }
      defer { state.units = .documents(reader, isLast: isLast) }
      return reader.lastStart(in: bytes)
    }
  }

  private func keepOrigins(_ block: inout LineBlock, _ cut: Int, _ state: inout State) {
    block.origins = state.rest.origins
    let place = block.place(of: cut)
    block.end = place
    let later = state.rest.origins.filter { $0.start > cut }.map { origin in
      RowOrigin(start: origin.start - cut, place: origin.place)
    }
    state.rest.origins = [RowOrigin(start: 0, place: place)] + later
  }

  private func tooLong(_ state: State) -> CommandFailure {
    let offset = state.place.offset
    let message =
      switch state.units {
      case .lines: "lines of at most \(limit) bytes, found a longer one from byte \(offset) on"
      case .documents: "at most \(limit >> 20) MiB of documents of one customer, found more"
      case .rows, .input: "at most \(limit >> 20) MiB, found more"
      }
    return input.failure("expected \(message)")
  }
}
