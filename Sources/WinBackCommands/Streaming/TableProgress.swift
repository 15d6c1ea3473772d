import WinBackFormats

/// How far the rows of a table have been handed out.
struct TableProgress: Sendable {
  /// The offset of the first row that has not been handed out.
  private(set) var offset: Int
  /// The number of blocks that have been handed out.
  private var count = 0
  /// The line feeds before that row.
  private var lines: Int
  /// The bytes that have been read from that row on.
  var rest: ContiguousArray<UInt8>
  /// Whether no more bytes come after them.
  var isAtEnd = false

  init(_ input: TableInput) {
    offset = input.table.start
    lines = input.linesBefore
    rest = input.firstRows
  }

  /// Fills a block, and notes in it where it is in the input.
  ///
  /// - Returns: Whether there was anything; not after a failure.
  mutating func next(
    _ block: inout LineBlock,
    _ fill: (inout LineBlock, inout TableProgress) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Bool {
    do throws(CommandFailure) {
      try fill(&block, &self)
    } catch {
      // What comes after is not read: nobody would know what came before.
      isAtEnd = true
      rest = []
      throw error
    }
    guard !block.range.isEmpty else { return false }
    block.offset = offset
    block.number = count
    block.linesBefore = lines
    count += 1
    return true
  }

  /// Notes that a block has been handed out for good.
  mutating func pass(_ block: borrowing LineBlock) {
    offset = block.endOffset
    lines += block.bytes.rawBytes.extracting(block.range).lineFeedCount
  }
}
