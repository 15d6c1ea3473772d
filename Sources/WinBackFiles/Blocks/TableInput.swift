import Synchronization

/// The rows of a table whose header has been read, with those of a customer together.
package struct TableInput: Sendable {
  let input: StreamedInput
  let table: OpenTable
  /// The first bytes of the input, the header among them.
  let head: ContiguousArray<UInt8>
  /// How many bytes a block has, unless a customer has more.
  let blockSize: Int
  /// How many bytes the rows of a customer can have.
  let customerLimit: Int

  /// Creates an input from the bytes behind `head`.
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

  var firstRows: ContiguousArray<UInt8> { ContiguousArray(head[table.start...]) }

  var linesBefore: Int {
    input.source.countsHeader ? head.rawBytes.extracting(..<table.start).lineFeedCount : 0
  }
}

extension StreamedInput {
  private static let headerLimit = 1 << 24

  /// Opens the table that the input is, and takes its first bytes from the input.
  func openTable(
    by mapping: Mapping,
    peeking count: Int
  ) throws(CommandFailure) -> (table: OpenTable, head: ContiguousArray<UInt8>) {
    var (head, whole) = try peeking(count)
    var size = count
    while true {
      let isWhole = head.count < size || size > Self.headerLimit
      let table = try file.parsing { [head] () throws(FormatError) in
        try OpenTable.open(head.rawBytes, mapping, isWhole: isWhole)
      }
      if let table { return (table, head) }
      guard !isWhole else { throw failure("expected a table, found nothing") }
      size *= 2
      (head, whole) = try whole.peeking(size)
    }
  }
}

/// The rows of a table that is in memory, those of a customer together, handed out as one block.
final class GatheredRows: BlockSource {
  private let rows: Mutex<GroupedRows?>
  private let file: Int

  /// Creates a source of rows whose file has this index among those of the run.
  init(_ rows: GroupedRows, ofFile file: Int) {
    self.rows = Mutex(rows)
    self.file = file
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    guard let rows = rows.withLock({ $0.take() }), !rows.bytes.isEmpty else { return false }
    block.bytes = rows.bytes
    block.range = rows.bytes.indices
    block.linesBefore = 0
    block.origins = ContiguousArray(
      rows.starts.map { row in
        RowOrigin(
          start: row.here,
          place: HistoryPlace(file: file, offset: row.original, lines: row.line)
        )
      }
    )
    return true
  }
}
