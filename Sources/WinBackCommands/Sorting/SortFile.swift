/// The file that holds sorted runs of rows until they are merged.
///
/// It has no name, so that the system takes it away however the process ends.
struct SortFile {
  /// The bytes before a row: the lengths of its customer and of itself, and its place.
  static let headSize = 32

  let descriptor: FileDescriptor

  /// Where the runs are.
  private(set) var runs: [Range<Int>] = []

  private let directory: String
  private var buffer: ContiguousArray<UInt8> = []
  private var size = 0
  /// The customer of the last row.
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
  func read(
    _ range: Range<Int>,
    into bytes: inout ContiguousArray<UInt8>
  ) throws(CommandFailure) {
    var end = bytes.count
    bytes.appendZeros(range.count)
    do throws(SystemError) {
      try descriptor.seek(to: range.lowerBound)
      while end < bytes.count {
        let count = try descriptor.read(into: &bytes, from: end)
        guard count > 0 else { throw SystemError.brokenPipe }
        end += count
      }
    } catch {
      throw failure("read", error)
    }
  }

  /// Gives the file back to the system.
  func close() {
    try? descriptor.close()
  }

  private func failure(_ verb: String, _ error: SystemError) -> CommandFailure {
    CommandFailure(
      .inputOutput,
      "cannot \(verb) a temporary file in '\(directory)': \(error.reason)"
    )
  }
}
