// The part of the C interface that needs threads, files and Arrow: runs of a command of the program.
//
// Texts are UTF-8 with their number of bytes. Who calls `winback_run` closes the run, and who gets a result
// frees it by `winback_free`.

import ArrowInterface
import WinBackCommands
import WinBackFormats
import WinBackInterface

/// Runs the program with the arguments and streams of the process, and ends it.
@c(winback_main)
public func winback_main() {
  WinBackCommand.main()
}

/// Makes a run of a command; `arguments` are what follows `winback`, each with a zero after it.
@c(winback_run)
public func winback_run(
  _ arguments: UnsafeRawPointer,
  _ count: Int
) -> UnsafeMutableRawPointer {
  let texts = unsafe bytes(arguments, count).split(separator: 0, omittingEmptySubsequences: false)
  let run = CommandRun(texts.dropLast().map { String(decoding: $0, as: UTF8.self) })
  return unsafe Unmanaged.passRetained(run).toOpaque()
}

/// Gives a run the text of a file that its arguments name.
@c(winback_run_file)
public func winback_run_file(
  _ run: UnsafeRawPointer,
  _ name: UnsafeRawPointer,
  _ nameCount: Int,
  _ text: UnsafeRawPointer,
  _ textCount: Int
) {
  unsafe value(run).add(bytes(text, textCount), named: string(name, nameCount))
}

/// Gives a run its input as bytes, which must stay where they are until the run is closed.
@c(winback_run_bytes)
public func winback_run_bytes(
  _ run: UnsafeRawPointer,
  _ name: UnsafeRawPointer,
  _ nameCount: Int,
  _ start: UnsafeRawPointer,
  _ count: Int
) {
  unsafe value(run).read(
    UnsafeRawBufferPointer(start: start, count: count),
    named: string(name, nameCount)
  )
}

/// Gives a run its input by a function, which only `winback_run_next` and the results as Arrow call.
///
/// It gets the `context`, room for some bytes, and their number as a negative one. It sets that to how many
/// bytes it has written, 0 at the end. If the number stays negative, a signal has ended the function.
@c(winback_run_reader)
public func winback_run_reader(
  _ run: UnsafeRawPointer,
  _ name: UnsafeRawPointer,
  _ nameCount: Int,
  _ context: Int,
  _ read: @convention(c) @Sendable (Int, UnsafeMutableRawPointer, UnsafeMutablePointer<Int>) -> Void
) {
  let run = unsafe value(run)
  unsafe run.read(named: string(name, nameCount)) { [weak run] in
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

/// Gives a run its input as a stream of Arrow, which the run takes over.
@c(winback_run_arrow)
public func winback_run_arrow(
  _ run: UnsafeRawPointer,
  _ name: UnsafeRawPointer,
  _ nameCount: Int,
  _ stream: UnsafeMutableRawPointer
) {
  let run = unsafe value(run)
  let format = run.value(of: "format")
  let mapping = run.text(ofFileIn: "mapping")
  let records = unsafe ArrowRecords(
    stream.assumingMemoryBound(to: ArrowArrayStream.self)
  ) { columns in
    guard let mapping else { return HistoryFormat.columnsRead(of: columns, named: format) }
    // If the mapping has a fault, the run itself says so.
    return Set((try? Mapping(json: mapping).columns) ?? columns)
  }
  unsafe run.read(named: string(name, nameCount)) { [weak run] in
    do throws(ArrowFault) {
      return try records.next()
    } catch {
      run?.fail(error.message)
      return nil
    }
  }
}

/// Gives a run the function that takes how far it has come; the same functions call it.
///
/// It gets the `context`, how many customers have been read, and what part of the input that is; -1 if
/// nobody knows. It returns 1; 0 ends the run.
@c(winback_run_progress)
public func winback_run_progress(
  _ run: UnsafeRawPointer,
  _ context: Int,
  _ tell: @convention(c) @Sendable (Int, Int, Double) -> Int32
) {
  unsafe value(run).tell { customers, part in tell(context, customers, part ?? -1) == 1 }
}

/// Waits for results of a run, which the first call starts.
///
/// The status of the result is 0 if it has text, 1 if there was none for a tenth of a second, and 2 at the
/// end of the run.
@c(winback_run_next)
public func winback_run_next(_ run: UnsafeRawPointer) -> UnsafeMutableRawPointer {
  switch unsafe value(run).next() {
  case .output(let bytes): unsafe InterfaceResult(status: 0, bytes).handle
  case .nothing: unsafe InterfaceResult(status: 1, []).handle
  case .end: unsafe InterfaceResult(status: 2, []).handle
  }
}

/// What a run has written to `<messages>`, `<rejects>` or `<summary>`, with the status of the run.
@c(winback_run_text)
public func winback_run_text(
  _ run: UnsafeRawPointer,
  _ name: UnsafeRawPointer,
  _ nameCount: Int
) -> UnsafeMutableRawPointer {
  let run = unsafe value(run)
  let text = unsafe run.text(of: string(name, nameCount))
  return unsafe InterfaceResult(status: run.status.rawValue, text).handle
}

/// The results of a run of `winback score` with `--csv` or `--long` as a stream of Arrow, for a capsule
/// that ends with ``winback_capsule_end(_:)``.
///
/// While somebody reads the stream, signals of the interpreter end the run.
@c(winback_run_results)
public func winback_run_results(_ run: UnsafeRawPointer) -> UnsafeMutableRawPointer {
  let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
  unsafe ArrowResults(value(run)).export(to: stream)
  return UnsafeMutableRawPointer(stream)
}

/// Frees the stream of Arrow in a capsule of Python: the destructor of the capsule.
///
/// It calls no code of Python, since that must not run while there is an exception.
@c(winback_capsule_end)
public func winback_capsule_end(_ capsule: UnsafeMutableRawPointer) {
  guard let stream = unsafe Interpreter.contents(of: capsule) else { return }
  let results = unsafe stream.assumingMemoryBound(to: ArrowArrayStream.self)
  // Who has taken the stream over has left one without a release function.
  if let release = unsafe results.pointee.release { unsafe release(results) }
  unsafe results.deallocate()
}

/// Whether nobody reads the results of a run as a stream any more.
@c(winback_run_is_released)
public func winback_run_is_released(_ run: UnsafeRawPointer) -> Bool {
  unsafe value(run).isReleased
}

/// Says why the input of a run has failed.
@c(winback_run_fail)
public func winback_run_fail(_ run: UnsafeRawPointer, _ text: UnsafeRawPointer, _ count: Int) {
  unsafe value(run).fail(string(text, count))
}

/// Ends a run soon, and calls no function of the other program any more.
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

private func value(_ run: UnsafeRawPointer) -> CommandRun {
  unsafe Unmanaged<CommandRun>.fromOpaque(run).takeUnretainedValue()
}

private func bytes(_ start: UnsafeRawPointer, _ count: Int) -> ContiguousArray<UInt8> {
  unsafe ContiguousArray(UnsafeRawBufferPointer(start: start, count: count))
}

private func string(_ start: UnsafeRawPointer, _ count: Int) -> String {
  unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
}
