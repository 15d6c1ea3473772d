/// The file that holds sorted runs of rows until they are merged.
///
/// It has no name, so that the system takes it away however the process ends.
struct SortFile {
  /// The bytes before a row: the lengths of its customer and of itself, and its place.
  static let headSize = 32

  let descriptor: FileDescriptor
  private(set) var runs: [Range<Int>] = []

  private let directory: String
  private var buffer: ContiguousArray<UInt8> = []
  private var size = 0
  private var lastKey: ContiguousArray<UInt8> = []

  init() throws(CommandFailure) {
    directory = Platform.environmentVariable("TMPDIR") ?? "/tmp"
    do {
      descriptor = FileDescriptor(number: try Platform.createNamelessFile(in: directory))
    } catch {
      throw CommandFailure(
        .cannotCreate,
        "cannot create a temporary file in '\(directory)': \(error.reason); the environment "
          + "variable TMPDIR names another directory"
      )
    }
  }

  /// Appends sorted rows as a run, or to the last one if they come behind its rows.
  mutating func append(
    _ rows: borrowing SortBuffer,
    of bytes: ContiguousArray<UInt8>
  ) throws(CommandFailure) {
    guard let first = rows.rows.first, let last = rows.rows.last else { return }
    let start = size
    let continues = !rows.keys[first.key].lexicographicallyPrecedes(lastKey)
    lastKey = ContiguousArray(rows.keys[last.key])
    for row in rows.rows {
      append(UInt64(row.key.count) << 32 | UInt64(row.row.count))
      append(UInt64(row.place.file))
      append(UInt64(row.place.offset))
      append(UInt64(row.place.lines))
      buffer.append(contentsOf: rows.keys[row.key])
      buffer.append(contentsOf: bytes[row.row])
      if buffer.count >= 1 << 20 { try flush() }
    }
    try flush()
    if continues, let run = runs.popLast() {
      runs.append(run.lowerBound..<size)
    } else {
      runs.append(start..<size)
    }
  }

  private mutating func append(_ number: UInt64) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe buffer.append(contentsOf: $0) }
  }

  private mutating func flush() throws(CommandFailure) {
    do {
      try descriptor.write(buffer.span)
    } catch {
      throw failure("write", error)
    }
    size += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads a part of the file to the end of a buffer.
  func read(_ range: Range<Int>, into bytes: inout ContiguousArray<UInt8>) throws(CommandFailure) {
    var end = bytes.count
    bytes.appendZeros(range.count)
    do throws(SystemError) {
      try descriptor.seek(to: range.lowerBound)
      if try descriptor.fill(&bytes, from: &end) { throw SystemError.brokenPipe }
    } catch {
      throw failure("read", error)
    }
  }

  func close() { try? descriptor.close() }

  private func failure(_ verb: String, _ error: SystemError) -> CommandFailure {
    CommandFailure(
      .inputOutput,
      "cannot \(verb) a temporary file in '\(directory)': \(error.reason)"
    )
  }
}

/// Rows that are being sorted in memory: where they are, and whose.
struct SortBuffer {
  struct Row {
    /// The first eight bytes of the customer, which decide most comparisons.
    let prefix: UInt64
    /// The whole customer, in `keys`.
    let key: Range<Int>
    let row: Range<Int>
    let place: HistoryPlace
  }

  private(set) var keys: ContiguousArray<UInt8> = []
  private(set) var rows: ContiguousArray<Row> = []

  mutating func append(customer: ContiguousArray<UInt8>, row: Range<Int>, _ place: HistoryPlace) {
    let start = keys.count
    keys.append(contentsOf: customer)
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | (index < customer.count ? UInt64(customer[index]) : 0)
    }
    rows.append(Row(prefix: prefix, key: start..<keys.count, row: row, place: place))
  }

  /// Puts the rows into the order of their customers, and those of one into that of the input.
  mutating func sort() {
    let keys = keys
    rows.sort { lhs, rhs in
      if lhs.prefix != rhs.prefix { return lhs.prefix < rhs.prefix }
      let order = keys.rawBytes.compare(lhs.key, with: keys.rawBytes, rhs.key)
      return order == 0 ? lhs.place.precedes(rhs.place) : order < 0
    }
  }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }
}

/// A sorted run of rows that is read from its file piece by piece.
struct SortRun {
  private let file: SortFile
  private let end: Int
  private let pieceSize: Int
  /// The bytes that ``key`` and ``row`` are ranges of.
  private(set) var storage: ContiguousArray<UInt8> = []
  private var start = 0
  /// The offset in the file of the first byte that is not in memory.
  private var position: Int

  /// The row that comes next: whose it is, its bytes, and where it was.
  private(set) var key: Range<Int> = 0..<0
  private(set) var row: Range<Int> = 0..<0
  private(set) var place = HistoryPlace()

  init(_ range: Range<Int>, of file: SortFile, pieceSize: Int) {
    self.file = file
    self.pieceSize = pieceSize
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func next() throws(CommandFailure) -> Bool {
    start = row.upperBound
    guard start < storage.count || position < end else { return false }
    try load(SortFile.headSize)
    let lengths = number(at: start)
    place = HistoryPlace(
      file: Int(truncatingIfNeeded: number(at: start + 8)),
      offset: Int(truncatingIfNeeded: number(at: start + 16)),
      lines: Int(truncatingIfNeeded: number(at: start + 24))
    )
    let keyCount = Int(lengths >> 32)
    let rowCount = Int(lengths & 0xFFFF_FFFF)
    try load(SortFile.headSize + keyCount + rowCount)
    let keyStart = start + SortFile.headSize
    key = keyStart..<keyStart + keyCount
    row = key.upperBound..<key.upperBound + rowCount
    return true
  }

  /// Brings so many bytes from the start into memory.
  private mutating func load(_ count: Int) throws(CommandFailure) {
    guard storage.count - start < count else { return }
    storage.removeSubrange(..<start)
    start = 0
    let wanted = max(pieceSize, count) - storage.count
    let piece = position..<min(end, position + wanted)
    try file.read(piece, into: &storage)
    position = piece.upperBound
  }

  private func number(at offset: Int) -> UInt64 {
    unsafe storage.withUnsafeBytes { bytes in
      UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  /// Returns whether the next row of this run comes before that of another.
  func precedes(_ other: SortRun) -> Bool {
    let order = storage.rawBytes.compare(key, with: other.storage.rawBytes, other.key)
    return order == 0 ? place.precedes(other.place) : order < 0
  }
}
