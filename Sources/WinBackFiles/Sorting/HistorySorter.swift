/// Brings together the rows or the documents of each customer in all files of a run, in memory that does
/// not grow: an external merge sort.
///
/// Files are read until memory is full, and what was read is sorted and written to a temporary file as a
/// run. At the end all runs are merged. The rows and the documents of one customer keep their order.
struct HistorySorter {
  /// How many bytes are sorted in memory.
  private static let runSize = 64 << 20

  /// The runs; nil before the first file.
  private var file: SortFile?
  /// Where the whole rows or documents of the bytes are.
  private var found = SortBuffer()
  private var bytes: ContiguousArray<UInt8> = []
  /// Where the bytes end that have been read.
  private var end = 0
  /// Where the bytes end in which all is found.
  private var searched = 0
  /// Knows whose each row of the tables is, all of which have the same columns; nil if there are none.
  private var rowOwners: RowOwners?
  /// Knows whose each document is, but only when all documents have been seen.
  private var documentOwners = ServerOwners()

  typealias Rejection = (RejectedLine) throws(CommandFailure) -> Void

  /// Takes in a file; `reject` takes a row or a document of which nobody knows whose it is.
  mutating func add(
    _ histories: OpenHistories,
    _ reject: Rejection
  ) throws(CommandFailure) {
    var place = HistoryPlace(file: histories.index)
    switch histories.contents {
    case .table(let table):
      guard rowOwners?.plan.isAlike(table.table.plan) != false else {
        throw table.input.failure(
          "expected the columns of the first table, so that both can be sorted, found others"
        )
      }
      rowOwners = rowOwners ?? RowOwners(table.table.plan)
      place.offset = table.table.start
      place.lines = table.linesBefore
      try add(table.input, after: table.firstRows, &place, reject)
    case .documents: try add(histories.input, after: [], &place, reject)
    case .lines, .document, .gathered: throw histories.source.options.sortNeedsTable
    }
  }

  private mutating func add(
    _ input: StreamedInput,
    after first: ContiguousArray<UInt8>,
    _ place: inout HistoryPlace,
    _ reject: Rejection
  ) throws(CommandFailure) {
    if file == nil {
      file = try SortFile()
      // A copy each time that it becomes too small would take a tenth of the time.
      bytes.reserveCapacity(Self.runSize + 1 << 20)
    }
    // A row of the table before may lack its line end, but its end is known.
    bytes.replaceSubrange(searched..<bytes.count, with: first)
    end = bytes.count
    var isAtEnd = false
    repeat {
      if searched >= Self.runSize { try flush() }
      if end == bytes.count {
        guard end - searched <= InputFile.defaultLimit else {
          throw input.failure(
            "expected at most \(InputFile.defaultLimit >> 20) MiB of one document, found more"
          )
        }
        bytes.appendZeros(max(1 << 20, end - searched))
      }
      isAtEnd = try input.fill(&bytes, from: &end)
      if rowOwners == nil {
        try findDocuments(isWhole: isAtEnd, &place, reject)
      } else {
        try findRows(isWhole: isAtEnd, &place, reject)
      }
    } while !isAtEnd
  }

  private mutating func findRows(
    isWhole: Bool,
    _ place: inout HistoryPlace,
    _ reject: Rejection
  ) throws(CommandFailure) {
    guard var owners = rowOwners.take() else { return }
    defer { rowOwners = owners }
    let (bytes, start) = (bytes, searched)
    let piece = bytes.rawBytes.extracting(start..<end)
    var scanner = RowScanner(piece, owners.plan.layout, isWhole: isWhole)
    var lines = LineCounter()
    while true {
      var rowPlace = place
      do throws(RowError) {
        guard try owners.next(&scanner) else { break }
        rowPlace.offset += scanner.rowStart
        rowPlace.lines += scanner.lineFeedsBefore
        let row = start + scanner.rowStart..<start + scanner.offset
        found.append(customer: owners.customer, row: row, rowPlace)
      } catch {
        rowPlace.offset += scanner.rowStart
        let fault = FormatError(error, in: piece, linesBefore: place.lines, &lines)
        let row = start + scanner.rowStart..<start + max(scanner.rowStart, scanner.offset)
        try reject(RejectedLine("row", fault, bytes[row], rowPlace))
      }
    }
    place.lines += scanner.lineFeeds
    place.offset += scanner.offset
    searched += scanner.offset
  }

  /// Finds the documents, which keep the order in which they come until all have been seen.
  private mutating func findDocuments(
    isWhole: Bool,
    _ place: inout HistoryPlace,
    _ reject: Rejection
  ) throws(CommandFailure) {
    let (bytes, start) = (bytes, searched)
    let piece = bytes.rawBytes.extracting(start..<end)
    let (documents, searchedCount) = documentOwners.documents(in: piece, isWhole: isWhole)
    let linesBefore = place.lines
    var counted = 0
    func count(to offset: Int, _ place: inout HistoryPlace) {
      place.lines += piece.extracting(counted..<offset).lineFeedCount
      place.offset += offset - counted
      counted = offset
    }
    for document in documents {
      count(to: document.range.lowerBound, &place)
      let range = start + document.range.lowerBound..<start + document.range.upperBound
      if let fault = document.fault {
        try reject(RejectedLine("document", fault, bytes[range], place, linesBefore: linesBefore))
      } else if let number = document.number {
        found.append(customer: Self.key(of: number), row: range, place)
      }
    }
    count(to: searchedCount, &place)
    searched += searchedCount
  }

  /// Writes what was found to the file as a run.
  private mutating func flush() throws(CommandFailure) {
    found.sort()
    try file?.append(found, of: bytes)
    found.removeAll()
    bytes.removeSubrange(..<searched)
    end -= searched
    searched = 0
  }

  /// Returns the blocks of all customers; nil if there was no file.
  mutating func sorted(blockSize: Int) throws(CommandFailure) -> SortedRows? {
    try flush()
    if rowOwners == nil { try sortDocuments() }
    guard let file else { return nil }
    return rowOwners == nil
      ? SortedRows(file, blockSize: blockSize, customerLimit: InputFile.defaultLimit)
      : SortedRows(file, blockSize: blockSize)
  }

  /// Sorts the documents by the first document of their customer.
  private mutating func sortDocuments() throws(CommandFailure) {
    guard let kept = file else { return }
    defer { kept.close() }
    file = try SortFile()
    bytes.removeAll(keepingCapacity: true)
    for range in kept.runs {
      var run = SortRun(range, of: kept, pieceSize: 1 << 20)
      while try run.next() {
        let start = bytes.count
        bytes.append(contentsOf: run.storage[run.row])
        searched = bytes.count
        let number = run.storage[run.key].reduce(0) { $0 << 8 | Int($1) }
        let first = documentOwners.first(with: number)
        found.append(customer: Self.key(of: first), row: start..<searched, run.place)
        if searched >= Self.runSize { try flush() }
      }
    }
    try flush()
  }

  /// Returns a number as bytes whose order is that of the numbers.
  private static func key(of number: Int) -> ContiguousArray<UInt8> {
    ContiguousArray((0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }
}
