import ArrowInterface
import Synchronization
import WinBackFormats

/// What is wrong with a stream of Arrow.
struct ArrowFault: Error, Sendable {
  let message: String

  init(_ message: String) {
    self.message = "<histories>: error: \(message)"
  }

  static let isBroken = ArrowFault(
    "expected arrays of the schema of the Arrow stream, found others"
  )
}

/// A stream of Arrow as text: JSON Lines with a history in each row, or CSV with a table of transactions.
@safe final class ArrowRecords: Sendable {
  @safe private struct State: @unchecked Sendable {
    /// The stream, which the records own.
    var stream: ArrowArrayStream
    /// The type of the rows, and what they are; nil until the schema is read.
    var type: (ArrowType, ArrowRows)?
    /// The rows that are read now; released if there are none.
    var array = unsafe ArrowArray()
    /// Where the values of these rows are; nil if all are written.
    var batch: ArrowBatch?
    /// Those of them that have not been written.
    var rows = 0..<0
  }

  /// How many bytes of text a piece has, unless a row has more.
  private static let pieceSize = 1 << 20

  private let state: Mutex<State>
  private let columnsRead: @Sendable ([String]) -> Set<String>?

  /// Takes over a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - columnsRead: Returns which columns of a table are read; nil if these are no table.
  init(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>,
    columnsRead: @escaping @Sendable ([String]) -> Set<String>?
  ) {
    // Who takes a stream over leaves one without a release function.
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

  /// Returns the next bytes of the text; none at its end.
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
        // The row has more bytes than a piece.
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
      }
      bytes.removeLast(bytes.count - end)
      return bytes
    }
  }

  /// Reads the next rows if all of the last ones are written; returns nil at the end.
  private func nextBatch(
    _ type: (ArrowType, ArrowRows),
    _ state: inout State
  ) throws(ArrowFault) -> ArrowBatch? {
    while state.rows.isEmpty {
      state.batch = nil
      if let release = unsafe state.array.release { unsafe release(&state.array) }
      unsafe state.array = unsafe ArrowArray()
      guard let next = unsafe state.stream.get_next,
        unsafe next(&state.stream, &state.array) == 0
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
    guard let read = unsafe stream.get_schema else {
      throw ArrowFault("expected a stream of Arrow, found one that is released")
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
