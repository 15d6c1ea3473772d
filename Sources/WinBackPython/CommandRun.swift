import Dispatch
import WinBackCommandLine
import WinBackCommands

/// A run of a command inside another program, which provides the input and reads the output.
///
/// The threads of the run never call the other program. A caller that waits for output also reads
/// the input for the run. So an interpreter with a lock cannot wait for itself, even if the caller
/// holds the lock.
@safe final class CommandRun: Sendable {
  /// The event for a waiting caller.
  enum News {
    case output(ContiguousArray<UInt8>)
    /// There was no event for a tenth of a second.
    case nothing
    /// The run has ended, and all of its output was read.
    case end
    /// The caller is a fork of the process that began the run.
    case elsewhere
  }

  /// The input, by its path.
  static let histories = "<histories>"

  /// The outputs besides the results, by their paths.
  static let rejects = "<rejects>"
  static let summary = "<summary>"
  static let messages = "<messages>"

  /// The message for ``News/elsewhere``.
  static let elsewhere =
    "winback: error: expected the process that began to read, found a fork of it"

  /// Returns the next bytes of the input; empty at its end, nil if it fails.
  typealias Reading = @Sendable () -> ContiguousArray<UInt8>?

  /// Receives the number of customers read and the part of the input; returns whether to continue.
  typealias Telling = @Sendable (Int, Double?) -> Bool

  @safe private enum Source: @unchecked Sendable {
    case none
    /// Bytes of the other program, which must stay valid until the run is closed.
    case bytes(UnsafeRawBufferPointer)
    case reading(Reading)
  }

  private struct State: Sendable {
    var arguments: [String]
    var memory: [String: MemoryFile] = [:]
    var source = Source.none
    /// Whether the interpreter can be checked for signals.
    var isAttached = true
    var isReleased = false
    var isStarted = false
    /// The results that were not read yet.
    var output: ContiguousArray<UInt8> = []
    var outputs: [String: ContiguousArray<UInt8>] = [:]
    /// The columns of the table that the run writes; nil before its header is read.
    var columns: ResultColumns?
    /// Whether the run waits for input.
    var isWaiting = false
    /// The input that the run has not read, empty at its end; nil if the run must wait for more.
    var given: ArraySlice<UInt8>?
    /// The input after that, which a caller reads while the run works; nil if it was not read yet.
    var ahead: ArraySlice<UInt8>?
    /// The message and the status with which the run ends, if the input has failed.
    var failure: (message: String, status: ExitStatus)?
    var isCancelled = false
    /// The status of the run; nil before its end.
    var status: ExitStatus?
    /// Reports progress to the other program.
    var tell: Telling?
    /// The progress that was not reported yet.
    var progress: (customers: Int, part: Double?)?

    /// What reads the next input; nil if it was read already, or if there is none.
    var reading: Reading? {
      guard case .reading(let reading) = source, failure == nil, status == nil, ahead == nil,
        given?.isEmpty != true
      else { return nil }
      return reading
    }
  }

  /// The number of bytes of results that can wait for a reader.
  private static let outputLimit = 1 << 20

  /// The greatest number of bytes of rejected lines, or of messages.
  private static let keptLimit = 1 << 24

  private let state: ForkableLock<State>
  private let process = Platform.processIdentifier
  /// Signalled if there is an event for a waiting caller.
  private let news = DispatchSemaphore(value: 0)
  /// Signalled if a reader has its bytes.
  private let given = DispatchSemaphore(value: 0)
  /// Signalled if there is room for results.
  private let room = DispatchSemaphore(value: 0)

  init(_ arguments: [String]) { state = ForkableLock(State(arguments: arguments)) }

  // MARK: - Before the run

  /// Adds the text of a file that the arguments name.
  func add(_ text: ContiguousArray<UInt8>, named name: String) {
    state.withLock { $0.memory[name] = .text(text) }
  }

  func read(_ bytes: UnsafeRawBufferPointer) { unsafe set(.bytes(bytes)) }

  /// Sets the input to what a closure reads: lines, or the rows of a frame.
  func read(isFrame: Bool = false, _ reading: @escaping Reading) {
    set(.reading(reading), countsHeader: !isFrame)
  }

  /// Returns the value of an option in the arguments; nil if it is absent.
  func value(of option: String) -> String? {
    let start = "--\(option)="
    return state.withLock { state in
      state.arguments.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
  }

  /// Returns the text of the file that an option names; nil if it is absent.
  func text(ofFileIn option: String) -> ContiguousArray<UInt8>? {
    let name = value(of: option)
    return state.withLock { state in
      guard case .text(let text)? = name.flatMap({ state.memory[$0] }) else { return nil }
      return text
    }
  }

  func tell(_ tell: @escaping Telling) { state.withLock { $0.tell = tell } }

  private func set(_ source: Source, countsHeader: Bool = true) {
    state.withLock { state in
      state.source = source
      state.memory[Self.histories] = .source(Input(run: self, countsHeader: countsHeader))
    }
  }

  // MARK: - While it runs

  /// Waits for results and reads input meanwhile; the first call starts the run.
  func next() -> News {
    guard isHere else { return .elsewhere }
    start()
    while true {
      let told = state.withLock { state in
        state.progress.take().flatMap { progress in state.tell.map { (progress, $0) } }
      }
      if let (progress, tell) = told, !tell(progress.customers, progress.part) {
        fail("winback: error: interrupted", .interrupted)
        cancel()
      }
      let (event, reading) = state.withLock { state -> (News?, Reading?) in
        if !state.isWaiting, !state.output.isEmpty {
          defer { state.output = [] }
          return (.output(state.output), nil)
        }
        if let reading = state.reading { return (nil, reading) }
        return (state.status == nil || state.progress != nil ? nil : .end, nil)
      }
      if let reading {
        let bytes = reading()
        let isAwaited = state.withLock { state in
          defer { state.isWaiting = false }
          state.ahead = bytes.map { $0[...] }
          return state.isWaiting
        }
        if isAwaited { given.signal() }
      } else if let event {
        room.signal()
        return event
      } else if news.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
        return .nothing
      }
    }
  }

  /// Returns the next rows of the table that the run writes as objects in JSON, one on each line.
  func objects(of cells: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    state.withLock { state in
      ResultColumns.append(cells, to: &state.columns)
      defer { state.columns?.removeAll() }
      return state.columns?.json ?? []
    }
  }

  /// Ends the run soon; after this it reads no memory of the other program.
  func cancel() {
    guard isHere else { return }
    // Releasing the input can call the other program, so the state must not be locked then.
    let input = state.withLock { state in
      defer { (state.source, state.memory, state.isCancelled) = (.none, [:], true) }
      return (state.source, state.memory)
    }
    _ = input
    given.signal()
    room.signal()
  }

  /// Whether this process began the run; in a fork of it, a thread that is not there can hold the lock.
  private var isHere: Bool { Platform.processIdentifier == process }

  var isAttached: Bool { state.withLock { $0.isAttached } }

  /// Whether the results are no longer read as a stream.
  var isReleased: Bool { isHere && state.withLock { $0.isReleased } }

  /// Ends the run soon, because its stream is no longer read.
  func release() {
    guard isHere else { return }
    cancel()
    state.withLock { $0.isReleased = true }
  }

  /// Ends the run soon, and makes no more calls.
  func detach() {
    guard isHere else { return }
    cancel()
    state.withLock { ($0.isAttached, $0.tell) = (false, nil) }
  }

  /// Stores why the input has failed; the run itself does not know it.
  func fail(_ message: String, _ status: ExitStatus = .badData) {
    state.withLock { $0.failure = $0.failure ?? (message, status) }
  }

  /// The status of the run; that of an internal fault if it has not ended.
  var status: ExitStatus { state.withLock { $0.failure?.status ?? $0.status ?? .fault } }

  /// Returns an output of the run besides the results.
  func text(of output: String) -> ContiguousArray<UInt8> {
    state.withLock { state in
      if output == Self.messages, let failure = state.failure {
        return ContiguousArray(failure.message.utf8)
      }
      return state.outputs[output] ?? []
    }
  }

  private func start() {
    let beginning = state.withLock { state -> ([String], [String: MemoryFile])? in
      defer { state.isStarted = true }
      return state.isStarted ? nil : (state.arguments, state.memory)
    }
    guard case (let arguments, var memory)? = beginning else { return }
    for output in [Self.rejects, Self.summary] {
      memory[output] = .sink(Output(run: self, name: output))
    }
    var progress: (@Sendable (Int, Double?) -> Void)?
    if state.withLock({ $0.tell != nil }) {
      progress = { [self] customers, part in note(customers, part) }
    }
    let console = Console(
      input: Input(run: nil),
      output: OutputChannel(name: "the results", sink: Output(run: self, name: nil), form: .cells),
      errors: OutputChannel(name: "messages", sink: Output(run: self, name: Self.messages)),
      memory: memory,
      progress: progress
    )
    do throws(SystemError) {
      try Platform.startThread { [self] in
        end(with: WinBackCommand.run(arguments, usingProject: false, on: console))
      }
    } catch {
      fail("winback: error: cannot start a thread: \(error.reason)", .fault)
      end(with: .fault)
    }
  }

  private func note(_ customers: Int, _ part: Double?) {
    state.withLock { $0.progress = (customers, part) }
    news.signal()
  }

  private func end(with status: ExitStatus) {
    state.withLock { $0.status = status }
    news.signal()
  }

  // MARK: - For the run

  /// An input of the run; it has no bytes if there is no run.
  private struct Input: ByteSource {
    let run: CommandRun?
    var countsHeader = true

    func read(
      into buffer: inout ContiguousArray<UInt8>,
      from start: Int
    ) throws(SystemError) -> Int {
      try run?.fill(&buffer, from: start) ?? 0
    }
  }

  /// An output of the run; the results if it has no name.
  private struct Output: ByteSink {
    let run: CommandRun
    let name: String?

    func write(_ bytes: Span<UInt8>) throws(SystemError) { try run.take(bytes, for: name) }
  }

  private func fill(
    _ buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(SystemError) -> Int {
    let wanted = buffer.count - start
    while true {
      let count = state.withLock { state -> Int? in
        guard state.failure == nil else { return -1 }
        switch state.source {
        case .bytes(let bytes):
          let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(wanted))
          unsafe buffer.withUnsafeMutableBytes { unsafe $0[start...].copyBytes(from: piece) }
          unsafe state.source = .bytes(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(wanted)))
          return piece.count
        case .reading:
          guard let given = state.given ?? state.ahead.take() else {
            state.isWaiting = true
            return nil
          }
          let piece = given.prefix(wanted)
          unsafe piece.withUnsafeBytes { piece in
            unsafe buffer.withUnsafeMutableBytes { unsafe $0[start...].copyBytes(from: piece) }
          }
          // Empty bytes mean the end, so they stay.
          state.given =
            given.isEmpty || piece.count < given.count ? given.dropFirst(wanted) : nil
          if state.reading != nil { news.signal() }
          return piece.count
        case .none: return -1
        }
      }
      if let count {
        guard count >= 0 else { throw SystemError.isCancelled }
        return count
      }
      news.signal()
      given.wait()
    }
  }

  private func take(_ bytes: Span<UInt8>, for name: String?) throws(SystemError) {
    guard let name else {
      while true {
        let isTaken = state.withLock { state -> Bool? in
          if state.isCancelled { return nil }
          guard state.output.count < Self.outputLimit else { return false }
          unsafe bytes.withUnsafeBufferPointer { unsafe state.output.append(contentsOf: $0) }
          return true
        }
        guard let isTaken else { throw SystemError.isCancelled }
        if isTaken { break }
        room.wait()
      }
      news.signal()
      return
    }
    state.withLock { state in
      guard state.outputs[name, default: []].count < Self.keptLimit else { return }
      unsafe bytes.withUnsafeBufferPointer {
        unsafe state.outputs[name, default: []].append(contentsOf: $0)
      }
    }
  }
}

extension SystemError {
  /// The other program closed the run.
  fileprivate static let isCancelled = SystemError(code: 125)
}

/// A value that one thread at a time changes, also in a forked process.
///
/// On Linux, a `Mutex` identifies threads by numbers, and a thread that forks keeps its number. If
/// two threads then wait for the lock, the process ends. A semaphore does not identify threads.
@safe final class ForkableLock<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let turn = DispatchSemaphore(value: 1)

  init(_ value: Value) { self.value = value }

  func withLock<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    turn.wait()
    defer { turn.signal() }
    return try change(&value)
  }
}
