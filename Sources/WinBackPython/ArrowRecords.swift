import ArrowInterface
import Synchronization
import WinBackFiles

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
    /// The schema; released until it is read.
    var schema = unsafe ArrowSchema()
    /// The header of a table; empty if it is written, or if there is none.
    var header: ContiguousArray<UInt8>
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
  private let kind: ArrowRows

  /// Takes ownership of a stream, whose rows are of a kind.
  init(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>,
    of kind: ArrowRows,
    header: ContiguousArray<UInt8>
  ) {
    // A consumer of a stream leaves the original without a release function.
    let own = unsafe stream.pointee
    unsafe stream.pointee.release = nil
    state = unsafe Mutex(State(stream: own, header: header))
    self.kind = kind
  }

  deinit {
    state.withLock { state in
      if let release = unsafe state.array.release { unsafe release(&state.array) }
      if let release = unsafe state.schema.release { unsafe release(&state.schema) }
      if let release = unsafe state.stream.release { unsafe release(&state.stream) }
    }
  }

  /// Returns the next bytes of the text; empty at its end.
  func next() throws(ArrowFault) -> ContiguousArray<UInt8> {
    try state.withLock { state throws(ArrowFault) in
      var bytes = state.header
      var end = bytes.count
      state.header = []
      bytes.appendZeros(Self.pieceSize)
      while let batch = try nextBatch(&state) {
        let (row, size) = unsafe bytes.withUnsafeMutableBytes { bytes in
          var text = unsafe ArrowText(
            in: UnsafeMutableRawBufferPointer(rebasing: bytes[end...]),
            isCSV: kind == .table
          )
          return batch.write(state.rows, to: &text)
        }
        end += size
        state.rows = row..<state.rows.upperBound
        guard !state.rows.isEmpty else { continue }
        if end > 0 { break }
        // The row is longer than the piece.
        bytes.appendZeros(bytes.count)
      }
      bytes.removeLast(bytes.count - end)
      return bytes
    }
  }

  /// Reads the next rows if the last ones are all written; returns nil at the end.
  private func nextBatch(_ state: inout State) throws(ArrowFault) -> ArrowBatch? {
    if unsafe state.schema.release == nil {
      guard let read = unsafe state.stream.get_schema,
        unsafe read(&state.stream, &state.schema) == 0
      else { throw unsafe Self.fault(of: &state.stream) }
    }
    while state.rows.isEmpty {
      state.batch = nil
      if let release = unsafe state.array.release { unsafe release(&state.array) }
      unsafe state.array = unsafe ArrowArray()
      guard let next = unsafe state.stream.get_next, unsafe next(&state.stream, &state.array) == 0
      else { throw unsafe Self.fault(of: &state.stream) }
      if unsafe state.array.release == nil { return nil }
      state.batch = try unsafe ArrowBatch(&state.schema, &state.array, of: kind)
      state.rows = 0..<Int(unsafe state.array.length)
    }
    return state.batch
  }

  private static func fault(of stream: inout ArrowArrayStream) -> ArrowFault {
    let text = unsafe stream.get_last_error.flatMap { unsafe $0(&stream) }
    return ArrowFault(
      unsafe text.map { unsafe String(cString: $0) } ?? "cannot read the stream of Arrow"
    )
  }
}
