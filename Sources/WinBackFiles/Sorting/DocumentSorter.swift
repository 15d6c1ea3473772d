import WinBackFormats

/// Brings together the documents of the App Store Server API of each customer, in temporary files.
///
/// Only when all documents have been seen is it known whose each one is. So they are kept as they come
/// first, and sorted then by the first document of their customer.
struct DocumentSorter {
  /// How many bytes of documents are sorted in memory.
  private static let runSize = 64 << 20

  private var kept: SortFile
  private var owners = ServerOwners()

  init() throws(CommandFailure) { kept = try SortFile() }

  /// Takes in all documents of a file, which has this index among those of the run; `reject` takes
  /// a document of which nobody knows whose it is.
  mutating func add(
    _ input: StreamedInput,
    _ index: Int,
    _ reject: (RejectedLine) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    var bytes: ContiguousArray<UInt8> = []
    var end = 0
    var place = HistoryPlace(file: index)
    var isAtEnd = false
    repeat {
      if end == bytes.count {
        guard end <= InputFile.defaultLimit else {
          throw input.failure(
            "expected at most \(InputFile.defaultLimit >> 20) MiB of one document, found more"
          )
        }
        bytes.appendZeros(max(1 << 20, end))
      }
      isAtEnd = try input.fill(&bytes, from: &end)
      let noted = try note(bytes, ..<end, isWhole: isAtEnd, &place, reject)
      bytes.removeSubrange(..<noted)
      end -= noted
    } while !isAtEnd
  }

  /// Keeps the whole documents of some bytes.
  private mutating func note(
    _ bytes: ContiguousArray<UInt8>,
    _ range: PartialRangeUpTo<Int>,
    isWhole: Bool,
    _ place: inout HistoryPlace,
    _ reject: (RejectedLine) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int {
    let span = bytes.rawBytes.extracting(range)
    let (documents, end) = owners.documents(in: span, isWhole: isWhole)
    var rows = SortBuffer()
    let linesBefore = place.lines
    var counted = 0
    func count(to offset: Int, _ place: inout HistoryPlace) {
      place.lines += span.extracting(counted..<offset).lineFeedCount
      place.offset += offset - counted
      counted = offset
    }
    for document in documents {
      count(to: document.range.lowerBound, &place)
      if let fault = document.fault {
        try reject(
          RejectedLine("document", fault, bytes[document.range], place, linesBefore: linesBefore)
        )
      } else if let number = document.number {
        rows.append(customer: Self.key(of: number), row: document.range, place)
      }
    }
    count(to: end, &place)
    try kept.append(rows, of: bytes)
    return end
  }

  /// Returns the documents, to be read customer by customer, in the order of their first documents.
  mutating func sorted(blockSize: Int) throws(CommandFailure) -> SortedRows {
    defer { kept.close() }
    var file = try SortFile()
    var rows = SortBuffer()
    var bytes: ContiguousArray<UInt8> = []
    func flush() throws(CommandFailure) {
      rows.sort()
      try file.append(rows, of: bytes)
      rows.removeAll()
      bytes.removeAll(keepingCapacity: true)
    }
    for range in kept.runs {
      var run = SortRun(range, of: kept, pieceSize: 1 << 20)
      while try run.next() {
        let start = bytes.count
        bytes.append(contentsOf: run.storage[run.row])
        let number = run.storage[run.key].reduce(0) { $0 << 8 | Int($1) }
        rows.append(
          customer: Self.key(of: owners.first(with: number)),
          row: start..<bytes.count,
          run.place
        )
        if bytes.count >= Self.runSize { try flush() }
      }
    }
    try flush()
    return SortedRows(file, blockSize: blockSize, customerLimit: InputFile.defaultLimit)
  }

  /// Returns a number as bytes whose order is that of the numbers.
  private static func key(of number: Int) -> ContiguousArray<UInt8> {
    ContiguousArray((0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }
}
