import ArrowInterface
import Synchronization
import WinBackFormats

/// What is wrong with a stream of Arrow.
struct ArrowFault: Error, Sendable {
  let message: String

  init(_ message: String) {
    self.message = "<histories>: error: \(message)"
  }
}

/// A stream of Arrow as JSON Lines: a line for each row, or the row itself if it is one text.
///
/// A table of transactions is so a table that mappings read, and a nested table has histories.
@safe final class ArrowRecords: Sendable {
  @safe private struct State: @unchecked Sendable {
    /// The stream, which the records own.
    var stream: ArrowArrayStream
    /// The type of the rows; nil until the schema is read.
    var type: ArrowType?
    /// The rows that are read now; released if there are none.
    var batch = unsafe ArrowArray()
    /// How many of them have been written.
    var row = 0
    var writer = JSONWriter()
    /// The bytes of the writer that were given.
    var givenCount = 0
  }

  private let state: Mutex<State>

  /// Takes over a stream.
  init(_ stream: UnsafeMutablePointer<ArrowArrayStream>) {
    // Who takes a stream over leaves one without a release function.
    let own = unsafe stream.pointee
    unsafe stream.pointee.release = nil
    state = unsafe Mutex(State(stream: own))
  }

  deinit {
    state.withLock { state in
      if let release = unsafe state.batch.release { unsafe release(&state.batch) }
      if let release = unsafe state.stream.release { unsafe release(&state.stream) }
    }
  }

  /// Returns at most some bytes of the lines; none at their end.
  func read(_ size: Int) throws(ArrowFault) -> ContiguousArray<UInt8> {
    try state.withLock { state throws(ArrowFault) in
      while state.givenCount == state.writer.bytes.count {
        guard let type = try Self.nextRows(&state) else { return [] }
        state.writer.removeAll()
        state.givenCount = 0
        let count = unsafe Int(state.batch.length)
        while state.row < count, state.writer.bytes.count < size {
          unsafe type.writeLine(state.row, of: &state.batch, to: &state.writer)
          state.row += 1
        }
      }
      let bytes = state.writer.bytes[state.givenCount...].prefix(size)
      state.givenCount = bytes.endIndex
      return ContiguousArray(bytes)
    }
  }

  /// Reads the next rows if all of the last ones are written, and returns their type; nil at the end.
  private static func nextRows(_ state: inout State) throws(ArrowFault) -> ArrowType? {
    let type: ArrowType
    if let known = state.type {
      type = known
    } else {
      type = try unsafe rowType(&state.stream)
      state.type = type
    }
    while unsafe state.batch.release == nil || state.row >= Int(state.batch.length) {
      if let release = unsafe state.batch.release { unsafe release(&state.batch) }
      unsafe (state.batch, state.row) = unsafe (ArrowArray(), 0)
      guard let next = unsafe state.stream.get_next,
        unsafe next(&state.stream, &state.batch) == 0
      else { throw unsafe fault(of: &state.stream) }
      if unsafe state.batch.release == nil { return nil }
      try unsafe type.check(&state.batch)
    }
    return type
  }

  private static func rowType(_ stream: inout ArrowArrayStream) throws(ArrowFault) -> ArrowType {
    var schema = unsafe ArrowSchema()
    guard let read = unsafe stream.get_schema else {
      throw ArrowFault("expected a stream of Arrow, found one that is released")
    }
    guard unsafe read(&stream, &schema) == 0 else { throw unsafe fault(of: &stream) }
    defer { if let release = unsafe schema.release { unsafe release(&schema) } }
    return try unsafe ArrowType(&schema).rows
  }

  private static func fault(of stream: inout ArrowArrayStream) -> ArrowFault {
    let text = unsafe stream.get_last_error.flatMap { unsafe $0(&stream) }
    return ArrowFault(
      unsafe text.map { unsafe String(cString: $0) } ?? "cannot read the stream of Arrow"
    )
  }
}
