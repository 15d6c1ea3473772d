import WinBackFormats

/// Sorts the rows of tables by customer, in memory that does not grow: an external merge sort.
///
/// Rows are read until memory is full, sorted and written to a file as a run; at the end all runs are
/// merged. Rows of one customer keep their order.
struct RowSorter {
  /// How many bytes of rows are sorted in memory.
  private static let runSize = 64 << 20

  private var file: SortFile
  private var rows = SortBuffer()
  private var bytes: ContiguousArray<UInt8> = []
  /// Where the bytes end that have been read.
  private var end = 0
  /// Where the rows end that have been noted.
  private var noted = 0
  private var owners: RowOwners?

  init() throws(CommandFailure) {
    file = try SortFile()
    // A copy each time that it becomes too small would take a tenth of the time.
    bytes.reserveCapacity(Self.runSize + 1 << 20)
  }

  /// Takes in all rows of a table, whose file has this index among those of the run.
  ///
  /// All tables have the same columns; `reject` takes a row of which nobody knows whose it is.
  mutating func add(
    _ table: TableInput,
    _ index: Int,
    _ reject: (RejectedLine) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    var owners = self.owners ?? RowOwners(table.table.plan)
    guard owners.plan.isAlike(table.table.plan) else {
      throw table.input.failure(
        "expected the columns of the first table, so that both can be sorted, found others"
      )
    }
    // A row of the table before may lack its line end, but its end is known.
    bytes.replaceSubrange(noted..<bytes.count, with: table.firstRows)
    end = bytes.count
    var place = HistoryPlace(file: index, offset: table.table.start, lines: table.linesBefore)
    var isAtEnd = false
    repeat {
      if noted >= Self.runSize { try flush() }
      if end == bytes.count { bytes.appendZeros(max(1 << 20, end - noted)) }
      isAtEnd = try table.input.fill(&bytes, from: &end)
      try note(isWhole: isAtEnd, &owners, &place, reject)
    } while !isAtEnd
    self.owners = owners
  }

  mutating func sorted(blockSize: Int) throws(CommandFailure) -> SortedRows {
    try flush()
    return SortedRows(file, blockSize: blockSize)
  }

  private mutating func flush() throws(CommandFailure) {
    rows.sort()
    try file.append(rows, of: bytes)
    rows.removeAll()
    bytes.removeSubrange(..<noted)
    end -= noted
    noted = 0
  }

  private mutating func note(
    isWhole: Bool,
    _ owners: inout RowOwners,
    _ place: inout HistoryPlace,
    _ reject: (RejectedLine) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let bytes = self.bytes
    let noted = self.noted
    let piece = bytes.rawBytes.extracting(noted..<end)
    var scanner = RowScanner(piece, owners.plan.layout, isWhole: isWhole)
    while true {
      do throws(RowError) {
        guard try owners.next(&scanner) else { break }
        rows.append(
          customer: owners.customer,
          row: noted + scanner.rowStart..<noted + scanner.offset,
          HistoryPlace(
            file: place.file,
            offset: place.offset + scanner.rowStart,
            lines: place.lines + scanner.lineFeedsBefore
          )
        )
      } catch {
        let fault = FormatError(error, in: piece, linesBefore: place.lines)
        try reject(
          RejectedLine(
            "row",
            fault,
            bytes[noted + scanner.rowStart..<noted + max(scanner.rowStart, scanner.offset)],
            HistoryPlace(file: place.file, offset: place.offset + scanner.rowStart)
          )
        )
      }
    }
    place.lines += scanner.lineFeeds
    place.offset += scanner.offset
    self.noted += scanner.offset
  }
}
