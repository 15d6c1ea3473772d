package import WinBackFormats

/// The rows of a table whose header has been read, with those of a customer together.
package struct TableInput: Sendable {
  private let input: StreamedInput
  let table: OpenTable
  /// The first bytes of the input, the header among them.
  let head: ContiguousArray<UInt8>
  /// How many bytes a block has, unless a customer has more.
  let blockSize: Int
  /// How many bytes the rows of a customer can have.
  let customerLimit: Int

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - input: The bytes behind `head`.
  ///   - table: What the columns are.
  ///   - head: The first bytes of the input, the header among them.
  ///   - blockSize: How many bytes a block has, unless a customer has more.
  ///   - customerLimit: How many bytes the rows of a customer can have.
  package init(
    _ input: StreamedInput,
    _ table: OpenTable,
    head: ContiguousArray<UInt8>,
    blockSize: Int,
    customerLimit: Int = 64 << 20
  ) {
    self.input = input
    self.table = table
    self.head = head
    self.blockSize = blockSize
    self.customerLimit = customerLimit
  }

  /// Returns the rows in blocks for some threads.
  package func blocks(forThreads count: Int) -> any BlockSource {
    RowSource(self, forThreads: count)
  }

  /// The bytes of the first rows.
  var firstRows: ContiguousArray<UInt8> { ContiguousArray(head[table.start...]) }

  /// The line feeds before the first row.
  var linesBefore: Int { head.rawBytes.extracting(..<table.start).lineFeedCount }

  /// Reads until some storage is full.
  ///
  /// - Parameters:
  ///   - bytes: The storage.
  ///   - end: Where the bytes end that have been read; is set to where they end then.
  /// - Returns: Whether no more bytes come.
  /// - Throws: ``CommandFailure`` if they cannot be read.
  func read(
    into bytes: inout ContiguousArray<UInt8>,
    from end: inout Int
  ) throws(CommandFailure) -> Bool {
    while end < bytes.count {
      let count = try input.read(into: &bytes, from: end)
      guard count > 0 else { return true }
      end += count
    }
    return false
  }

  /// The failure of a table that is to be sorted together with others.
  var hasOtherColumns: CommandFailure {
    input.failure(
      "expected the columns of the first table, so that both can be sorted, found others"
    )
  }

  /// Returns the failure of a customer with more rows than may be.
  func tooManyRows(at offset: Int) -> CommandFailure {
    input.failure(
      "expected at most \(customerLimit) bytes of rows of one customer, found more from byte "
        + "\(offset) on"
    )
  }
}

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
    block.lineFeedCount = nil
    count += 1
    return true
  }

  /// Notes that a block has been handed out permanently.
  mutating func pass(_ block: borrowing LineBlock) {
    offset = block.endOffset
    lines +=
      block.lineFeedCount ?? block.bytes.rawBytes.extracting(block.range).lineFeedCount
  }
}

extension StreamedInput {
  /// How long the header of a table may be.
  private static let headerLimit = 1 << 24

  /// Opens the table that the input is.
  ///
  /// - Parameters:
  ///   - mapping: What the columns mean.
  ///   - count: How many bytes are enough for most headers.
  /// - Returns: The table, and its first bytes, which are taken from the input.
  /// - Throws: ``CommandFailure`` if the header is broken, or lacks a column.
  func openTable(
    by mapping: Mapping,
    peeking count: Int
  ) throws(CommandFailure) -> (table: OpenTable, head: ContiguousArray<UInt8>) {
    var (head, whole) = try peeking(count)
    var size = count
    while true {
      let isWhole = head.count < size || size > Self.headerLimit
      do throws(FormatError) {
        if let table = try OpenTable.open(head.rawBytes, mapping, isWhole: isWhole) {
          return (table, head)
        }
      } catch {
        throw CommandFailure(
          .badData,
          [
            Diagnostic(
              .error,
              error.message,
              file: file.name,
              line: error.line,
              column: error.column
            )
          ]
        )
      }
      guard !isWhole else { throw failure("expected a table, found nothing") }
      size *= 2
      (head, whole) = try whole.peeking(size)
    }
  }
}
