// The part of the C interface that needs threads, files and Arrow: runs of a command.
//
// Texts are UTF-8 with their number of bytes. The caller of `winback_run` must close the run, and
// the caller that gets a result must free it with `winback_free`.

import ArrowInterface
import WinBackCommands
import WinBackFiles
import WinBackInterface

/// Runs the program with the arguments and streams of the process, and exits.
@c(winback_main)
public func winback_main() {
  WinBackCommand.main()
}

/// Creates a run of a command; `arguments` follow `winback`, each with a zero after it.
@c(winback_run)
public func winback_run(_ arguments: UnsafeRawPointer, _ count: Int) -> UnsafeMutableRawPointer {
  let run = unsafe CommandRun(texts(arguments, count))
  return unsafe Unmanaged.passRetained(run).toOpaque()
}

/// Adds to a run the text of a file that its arguments name.
@c(winback_run_file)
public func winback_run_file(
  _ run: UnsafeRawPointer,
  _ name: UnsafeRawPointer,
  _ nameCount: Int,
  _ text: UnsafeRawPointer,
  _ textCount: Int
) {
  unsafe value(run).add(
    ContiguousArray(text, count: textCount),
    named: String(name, count: nameCount)
  )
}

/// Sets the input `<histories>` of a run to bytes, which must stay valid until the run is closed.
@c(winback_run_bytes)
public func winback_run_bytes(_ run: UnsafeRawPointer, _ start: UnsafeRawPointer, _ count: Int) {
  unsafe value(run).read(UnsafeRawBufferPointer(start: start, count: count))
}

/// Sets the input of a run to a function; only `winback_run_next` and the Arrow results call it.
///
/// Its arguments are the `context`, a buffer, and the buffer's size as a negative number. It
/// replaces that with the number of bytes that it has written, 0 at the end. If the number stays
/// negative, a signal has interrupted the function.
@c(winback_run_reader)
public func winback_run_reader(
  _ run: UnsafeRawPointer,
  _ context: Int,
  _ read: @convention(c) @Sendable (Int, UnsafeMutableRawPointer, UnsafeMutablePointer<Int>) -> Void
) {
  let run = unsafe value(run)
  run.read { [weak run] in
    let size = 1 << 18
    var result = -size
    let bytes = unsafe ContiguousArray<UInt8>(unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      unsafe read(context, UnsafeMutableRawPointer(start), &result)
      count = max(0, min(result, size))
    }
    if result >= 0 { return bytes }
    run?.fail("winback: error: interrupted", .interrupted)
    return nil
  }
}

/// Finds which columns of a frame a run reads.
///
/// Each name has a zero after it, also in the result, whose status is 0 if the frame is a table, and 1
/// if its rows are histories.
@c(winback_run_columns)
public func winback_run_columns(
  _ run: UnsafeRawPointer,
  _ names: UnsafeRawPointer,
  _ count: Int
) -> UnsafeMutableRawPointer {
  let run = unsafe value(run)
  let names = unsafe texts(names, count)
  let read: Set<String>?
  if let mapping = run.text(ofFileIn: "mapping") {
    // If the mapping has a fault, the run reports it.
    read = Set((try? Mapping(json: mapping).columns) ?? names)
  } else {
    read = HistoryFormat.columnsRead(of: names, named: run.value(of: "format"))
  }
  let found = names.filter { (read ?? HistoryReader.columnsRead(of: names)).contains($0) }
  return unsafe InterfaceResult(
    status: read == nil ? 1 : 0,
    ContiguousArray(found.map { $0 + "\0" }.joined().utf8)
  ).handle
}

/// Sets the input of a run to a stream of Arrow, which the run then owns.
///
/// `rows` is a number of ``ArrowRows``; the text is the header of a table.
@c(winback_run_arrow)
public func winback_run_arrow(
  _ run: UnsafeRawPointer,
  _ stream: UnsafeMutableRawPointer,
  _ rows: Int32,
  _ header: UnsafeRawPointer,
  _ count: Int
) {
  let run = unsafe value(run)
  let records = unsafe ArrowRecords(
    stream.assumingMemoryBound(to: ArrowArrayStream.self),
    of: ArrowRows(rawValue: rows) ?? .objects,
    header: ContiguousArray(header, count: count)
  )
  run.read(isFrame: true) { [weak run] in
    do throws(ArrowFault) {
      return try records.next()
    } catch {
      run?.fail(error.message)
      return nil
    }
  }
}

/// Sets the function that receives the progress of a run; the same functions call it.
///
/// Its arguments are the `context`, the number of customers read, and the part of the input, which
/// is -1 if it is not known. It returns 1 to continue and 0 to end the run.
@c(winback_run_progress)
public func winback_run_progress(
  _ run: UnsafeRawPointer,
  _ context: Int,
  _ tell: @convention(c) @Sendable (Int, Int, Double) -> Int32
) {
  unsafe value(run).tell { customers, part in tell(context, customers, part ?? -1) == 1 }
}

/// Waits for results of a run; the first call starts the run.
///
/// The text is JSON Lines, also if the run writes a table as CSV. The status of the result is 0 with
/// text, 1 if there was no text for a tenth of a second, 2 at the end of the run, and 3 with an error
/// message in a fork of the process.
@c(winback_run_next)
public func winback_run_next(
  _ run: UnsafeRawPointer,
  _ isTable: Bool
) -> UnsafeMutableRawPointer {
  let run = unsafe value(run)
  return switch run.next() {
  case .output(let bytes):
    unsafe InterfaceResult(status: 0, isTable ? run.objects(of: bytes) : bytes).handle
  case .nothing: unsafe InterfaceResult(status: 1, []).handle
  case .end: unsafe InterfaceResult(status: 2, []).handle
  case .elsewhere:
    unsafe InterfaceResult(status: 3, ContiguousArray(CommandRun.elsewhere.utf8)).handle
  }
}

/// The output of a run to `<messages>`, `<rejects>` or `<summary>`, with the status of the run.
@c(winback_run_text)
public func winback_run_text(
  _ run: UnsafeRawPointer,
  _ name: UnsafeRawPointer,
  _ nameCount: Int
) -> UnsafeMutableRawPointer {
  let run = unsafe value(run)
  let text = unsafe run.text(of: String(name, count: nameCount))
  return unsafe InterfaceResult(status: run.status.rawValue, text).handle
}

/// The results of a run that writes a table, as a stream of Arrow, for a
/// capsule whose destructor is ``winback_capsule_end(_:)``.
///
/// While the stream is read, signals of the interpreter end the run.
@c(winback_run_results)
public func winback_run_results(_ run: UnsafeRawPointer) -> UnsafeMutableRawPointer {
  let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
  unsafe ArrowResults(value(run)).export(to: stream)
  return UnsafeMutableRawPointer(stream)
}

/// Frees the Arrow stream in a Python capsule; this is the destructor of the capsule.
///
/// It runs no Python code, which is not allowed during an exception.
@c(winback_capsule_end)
public func winback_capsule_end(_ capsule: UnsafeMutableRawPointer) {
  guard let stream = unsafe Interpreter.contents(of: capsule) else { return }
  let results = unsafe stream.assumingMemoryBound(to: ArrowArrayStream.self)
  // A consumer of the stream leaves the original without a release function.
  if let release = unsafe results.pointee.release { unsafe release(results) }
  unsafe results.deallocate()
}

/// Whether the results of a run are no longer read as a stream.
@c(winback_run_is_released)
public func winback_run_is_released(_ run: UnsafeRawPointer) -> Bool {
  unsafe value(run).isReleased
}

/// Reports why the input of a run has failed.
@c(winback_run_fail)
public func winback_run_fail(_ run: UnsafeRawPointer, _ text: UnsafeRawPointer, _ count: Int) {
  unsafe value(run).fail(String(text, count: count))
}

/// Ends a run soon, and makes no more calls to the other program.
@c(winback_run_detach)
public func winback_run_detach(_ run: UnsafeRawPointer) {
  unsafe value(run).detach()
}

/// Closes a run, and ends it if it has not ended.
@c(winback_run_close)
public func winback_run_close(_ run: UnsafeRawPointer) {
  let run = unsafe Unmanaged<CommandRun>.fromOpaque(run)
  unsafe run.takeUnretainedValue().cancel()
  unsafe run.release()
}

// MARK: - Between C and Swift

/// Copies texts, each of which has a zero after it.
private func texts(_ start: UnsafeRawPointer, _ count: Int) -> [String] {
  unsafe ContiguousArray(start, count: count).split(separator: 0, omittingEmptySubsequences: false)
    .dropLast().map { String(decoding: $0, as: UTF8.self) }
}

private func value(_ run: UnsafeRawPointer) -> CommandRun {
  unsafe Unmanaged<CommandRun>.fromOpaque(run).takeUnretainedValue()
}
