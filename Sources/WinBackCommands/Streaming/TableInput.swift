package import WinBackFormats

/// The rows of a table whose header has been read, with those of a customer together.
package struct TableInput: Sendable {
  private let input: StreamedInput
  let table: OpenTable
  /// The first bytes of the input, the header among them.
  let head: ContiguousArray<UInt8>
  /// How many bytes a block has, unless a customer has more.
  let blockSize: Int
  /// How many bytes the rows of a customer may have.
  let customerLimit: Int

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - input: The bytes behind `head`.
  ///   - table: What the columns are.
  ///   - head: The first bytes of the input, the header among them.
  ///   - blockSize: How many bytes a block has, unless a customer has more.
  ///   - customerLimit: How many bytes the rows of a customer may have.
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
    count == 1 ? RowStream(self) : RowSource(self)
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
  /// - Throws: ``CommandFailure`` where they cannot be read.
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
