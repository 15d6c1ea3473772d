import ArrowInterface
import Synchronization
import WinBackFormats

/// An error in a stream of Arrow.
struct ArrowFault: Error, Sendable {
  let message: String

  init(_ message: String) { self.message = "\(CommandRun.histories): error: \(message)" }

  static let isBroken = ArrowFault(
    "expected arrays of the schema of the Arrow stream, found others"
  )
}

/// A stream of Arrow as text: JSON Lines of histories, or CSV of a table of transactions.
@safe final class ArrowRecords: Sendable {
  @safe private struct State: @unchecked Sendable {
    /// The stream, which this object owns.
    var stream: ArrowArrayStream
    /// The type and the kind of the rows; nil until the schema is read.
    var type: (ArrowType, ArrowRows)?
    /// The current rows; released if there are none.
    var array = unsafe ArrowArray()
    /// The columns of these rows; nil if all rows are written.
    var batch: ArrowBatch?
    /// The rows that are not written yet.
    var rows = 0..<0
  }

  /// The number of bytes of a piece, unless a row is longer.
  private static let pieceSize = 1 << 20

  private let state: Mutex<State>
  private let columnsRead: @Sendable ([String]) -> Set<String>?

  /// Takes ownership of a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - columnsRead: Returns the columns of a table that are read; nil if they are not a table's.
  init(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>,
    columnsRead: @escaping @Sendable ([String]) -> Set<String>?
  ) {
    // A consumer of a stream leaves the original without a release function.
    let own = unsafe stream.pointee
    unsafe stream.pointee.release = nil
    state = unsafe Mutex(State(stream: own))
    self.columnsRead = columnsRead
  }

  deinit {
    state.withLock { state in
      if let release = unsafe state.array.release { unsafe release(&state.array) }
      if let release = unsafe state.stream.release { unsafe release(&state.stream) }
    }
  }

  /// Returns the next bytes of the text; empty at its end.
  func next() throws(ArrowFault) -> ContiguousArray<UInt8> {
    try state.withLock { state throws(ArrowFault) in
      var bytes: ContiguousArray<UInt8> = []
      if state.type == nil {
        state.type = try unsafe rowType(&state.stream)
        if case .table(let columns, _)? = state.type?.1 {
          var header = CSVWriter()
          for column in columns { header.field(column) }
          header.endRow()
          bytes = header.bytes
        }
      }
      guard let type = state.type else { return [] }
      var end = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: Self.pieceSize))
      while let batch = try nextBatch(type, &state) {
        let (row, size) = unsafe bytes.withUnsafeMutableBytes { bytes in
          var text = unsafe ArrowText(
            in: UnsafeMutableRawBufferPointer(rebasing: bytes[end...]),
            isCSV: type.1.isTable
          )
          return batch.write(state.rows, as: type.1, to: &text)
        }
        end += size
        state.rows = row..<state.rows.upperBound
        guard !state.rows.isEmpty else { continue }
        if end > 0 { break }
        // The row is longer than the piece.
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
      }
      bytes.removeLast(bytes.count - end)
      return bytes
    }
  }

  /// Reads the next rows if the last ones are all written; returns nil at the end.
  private func nextBatch(
    _ type: (ArrowType, ArrowRows),
    _ state: inout State
  ) throws(ArrowFault) -> ArrowBatch? {
    while state.rows.isEmpty {
      state.batch = nil
      if let release = unsafe state.array.release { unsafe release(&state.array) }
      unsafe state.array = unsafe ArrowArray()
      guard let next = unsafe state.stream.get_next, unsafe next(&state.stream, &state.array) == 0
      else { throw unsafe Self.fault(of: &state.stream) }
      if unsafe state.array.release == nil { return nil }
      state.batch = try unsafe ArrowBatch(type.0, type.1, &state.array)
      state.rows = 0..<Int(unsafe state.array.length)
    }
    return state.batch
  }

  private func rowType(
    _ stream: inout ArrowArrayStream
  ) throws(ArrowFault) -> (ArrowType, ArrowRows) {
    var schema = unsafe ArrowSchema()
    guard unsafe stream.release != nil, let read = unsafe stream.get_schema else {
      throw ArrowFault("expected a stream of Arrow, found one that was read before")
    }
    guard unsafe read(&stream, &schema) == 0 else { throw unsafe Self.fault(of: &stream) }
    defer { if let release = unsafe schema.release { unsafe release(&schema) } }
    let type = try unsafe ArrowType(&schema)
    return (type, try ArrowRows(type, columnsRead: columnsRead))
  }

  private static func fault(of stream: inout ArrowArrayStream) -> ArrowFault {
    let text = unsafe stream.get_last_error.flatMap { unsafe $0(&stream) }
    return ArrowFault(
      unsafe text.map { unsafe String(cString: $0) } ?? "cannot read the stream of Arrow"
    )
  }
}
