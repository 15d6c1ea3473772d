import ArrowInterface
import Dispatch
import Synchronization
import WinBackFiles

/// The results of a run as a stream of Arrow, in batches of rows.
final class ArrowResults: Sendable {
  private struct State {
    /// The columns with the rows that were not returned yet; nil until the header is read.
    var columns: ResultColumns?
    /// The error message, as a C string.
    var error: ContiguousArray<CChar> = [0]
    var isOver = false
    /// The time of the last check for signals, in nanoseconds.
    var askedAt: UInt64 = 0
  }

  /// The number of rows of a batch, unless a block of the run has more.
  private static let batchSize = 1 << 16

  private let run: CommandRun
  private let state = Mutex(State())

  /// Creates the stream of a run that has not started.
  init(_ run: CommandRun) { self.run = run }

  /// Creates the C stream, which owns the results.
  func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    unsafe stream.initialize(
      to: ArrowArrayStream(
        get_schema: { stream, schema in
          unsafe ArrowResults.give(stream, schema) { results, schema throws(ResultFault) in
            unsafe try results.header().exportSchema(to: schema)
          }
        },
        get_next: { stream, array in
          unsafe ArrowResults.give(stream, array) { results, array throws(ResultFault) in
            unsafe array.pointee.release = nil
            if let columns = try results.batch() { unsafe columns.exportBatch(to: array) }
          }
        },
        get_last_error: { stream in unsafe ArrowResults.of(stream)?.lastError },
        release: { stream in
          guard let stream = unsafe stream, let results = unsafe ArrowResults.of(stream) else {
            return
          }
          unsafe Unmanaged.passUnretained(results).release()
          unsafe stream.pointee.release = nil
          results.run.release()
        },
        private_data: Unmanaged.passRetained(self).toOpaque()
      )
    )
  }

  private static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> ArrowResults? {
    unsafe stream?.pointee.private_data.map { results in
      unsafe Unmanaged<ArrowResults>.fromOpaque(results).takeUnretainedValue()
    }
  }

  private struct ResultFault: Error {
    let message: ContiguousArray<UInt8>
  }

  /// Calls a closure with the results and a destination for its output.
  ///
  /// - Returns: 0, or an error number; the error text is stored.
  private static func give<Value>(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
    _ destination: UnsafeMutablePointer<Value>?,
    _ body: (ArrowResults, UnsafeMutablePointer<Value>) throws(ResultFault) -> Void
  ) -> Int32 {
    guard let results = unsafe of(stream), let destination = unsafe destination else { return 22 }
    do throws(ResultFault) {
      try unsafe body(results, destination)
      return 0
    } catch {
      let text = error.message.map { CChar(bitPattern: $0) } + [0]
      results.state.withLock { $0.error = ContiguousArray(text) }
      return 5
    }
  }

  /// The text of the last error, which is valid until the stream has another error.
  private var lastError: UnsafePointer<CChar>? {
    let error = state.withLock { $0.error }
    // The state owns the text, so its address does not change.
    return unsafe error.withUnsafeBufferPointer { $0.baseAddress }
  }

  private func header() throws(ResultFault) -> ResultColumns {
    while true {
      if let columns = state.withLock({ $0.columns }) { return columns }
      guard try read() else { throw ResultFault(message: ContiguousArray("no results".utf8)) }
    }
  }

  /// Returns the next rows; nil at the end.
  private func batch() throws(ResultFault) -> ResultColumns? {
    while true {
      let isOver = state.withLock { $0.isOver }
      let isMore = try isOver ? false : read()
      let columns = state.withLock { state -> ResultColumns? in
        state.isOver = !isMore
        guard let columns = state.columns, columns.count >= (isMore ? Self.batchSize : 1) else {
          return nil
        }
        state.columns?.removeAll()
        return columns
      }
      if columns != nil || !isMore { return columns }
    }
  }

  /// Reads some rows; returns whether there can be more.
  private func read() throws(ResultFault) -> Bool {
    while true {
      switch run.next() {
      case .output(let cells):
        state.withLock { state in
          ResultColumns.append(cells, to: &state.columns)
        }
        try checkSignals()
        return true
      case .nothing: try checkSignals()
      case .elsewhere:
        throw ResultFault(message: ContiguousArray(CommandRun.elsewhere.utf8))
      case .end:
        guard run.status == .done else {
          throw ResultFault(message: run.text(of: CommandRun.messages))
        }
        return false
      }
    }
  }

  /// Checks for signals in the interpreter, about ten times a second.
  private func checkSignals() throws(ResultFault) {
    let now = DispatchTime.now().uptimeNanoseconds
    let isDue = state.withLock { state in
      guard now - state.askedAt > 100_000_000 else { return false }
      state.askedAt = now
      return true
    }
    guard isDue, run.isAttached, Interpreter.isInterrupted else { return }
    run.cancel()
    throw ResultFault(message: ContiguousArray("interrupted".utf8))
  }
}
