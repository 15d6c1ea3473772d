import Dispatch
import WinBackCommands

/// A run of a command inside another program, which gives the input and takes the output.
///
/// The threads of the run never call the other program. Who waits for output also reads the input that
/// the run asks for. So an interpreter with a lock cannot wait for itself, even if its caller holds the lock.
@safe final class CommandRun: Sendable {
  /// What the run has for who waits.
  enum News {
    case output(ContiguousArray<UInt8>)
    /// Nothing, for a tenth of a second.
    case nothing
    /// The run has ended, and all of its output is taken.
    case end
  }

  /// The outputs besides the results, by their paths.
  static let rejects = "<rejects>"
  static let summary = "<summary>"
  static let messages = "<messages>"

  /// Gives the next bytes of the input; none at its end, and nil if it fails.
  typealias Reading = @Sendable () -> ContiguousArray<UInt8>?

  /// Tells how many customers were read, and what part of the input that is; returns whether the run continues.
  typealias Telling = @Sendable (Int, Double?) -> Bool

  @safe private enum Source: @unchecked Sendable {
    case none
    /// Bytes of the other program, which stay there until the run is closed.
    case bytes(UnsafeRawBufferPointer)
    case reading(Reading)
  }

  private struct State: Sendable {
    var arguments: [String]
    var memory: [String: MemoryFile] = [:]
    var source = Source.none
    /// Whether the interpreter can be asked for signals.
    var isAttached = true
    var isReleased = false
    var isStarted = false
    /// The results that nobody has taken.
    var output: ContiguousArray<UInt8> = []
    /// What the run writes besides.
    var outputs: [String: ContiguousArray<UInt8>] = [:]
    /// Whether the run waits for input.
    var isWaiting = false
    /// The bytes of the input that the run has not taken; nil if it was given none.
    var given: ArraySlice<UInt8>?
    /// Why the input has failed, and with which status the run ends then.
    var failure: (message: String, status: ExitStatus)?
    var isCancelled = false
    /// How the run has ended.
    var status: ExitStatus?
    /// Tells the other program how far the run has come.
    var tell: Telling?
    /// What it does not know yet.
    var progress: (customers: Int, part: Double?)?
  }

  /// How many bytes of results wait for who takes them.
  private static let outputLimit = 1 << 20

  /// How many bytes of rejected lines, or of messages, are kept.
  private static let keptLimit = 1 << 24

  private let state: ForkableLock<State>
  /// Signalled when there is something for who waits for output.
  private let news = DispatchSemaphore(value: 0)
  /// Signalled when a reader has its bytes.
  private let given = DispatchSemaphore(value: 0)
  /// Signalled when there is room for results.
  private let room = DispatchSemaphore(value: 0)

  init(_ arguments: [String]) {
    state = ForkableLock(State(arguments: arguments))
  }

  // MARK: - Before the run

  /// Gives the text of a file that the arguments name.
  func add(_ text: ContiguousArray<UInt8>, named name: String) {
    state.withLock { $0.memory[name] = .text(text) }
  }

  /// Gives the input, under a name that the arguments have.
  func read(_ bytes: UnsafeRawBufferPointer, named name: String) {
    unsafe set(.bytes(bytes), named: name)
  }

  /// Gives the input, under a name that the arguments have.
  func read(named name: String, _ reading: @escaping Reading) {
    set(.reading(reading), named: name)
  }

  /// The value of an option among the arguments; nil if it is not there.
  func value(of option: String) -> String? {
    let start = "--\(option)="
    return state.withLock { state in
      state.arguments.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
  }

  /// The text of the file that an option names; nil if it is not there.
  func text(ofFileIn option: String) -> ContiguousArray<UInt8>? {
    let name = value(of: option)
    return state.withLock { state in
      guard case .text(let text)? = name.flatMap({ state.memory[$0] }) else { return nil }
      return text
    }
  }

  /// Gives the function that takes how far the run has come.
  func tell(_ tell: @escaping Telling) {
    state.withLock { $0.tell = tell }
  }

  private func set(_ source: Source, named name: String) {
    state.withLock { state in
      state.source = source
      state.memory[name] = .source(Input(run: self))
    }
  }

  // MARK: - While it runs

  /// Waits for results, and reads input meanwhile; the first call starts the run.
  func next() -> News {
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
        if state.isWaiting, case .reading(let reading) = state.source {
          state.isWaiting = false
          return (nil, reading)
        }
        if !state.output.isEmpty {
          defer { state.output = [] }
          return (.output(state.output), nil)
        }
        return (state.status == nil || state.progress != nil ? nil : .end, nil)
      }
      if let reading {
        let bytes = reading()
        state.withLock { $0.given = bytes.map { $0[...] } }
        given.signal()
      } else if let event {
        room.signal()
        return event
      } else if news.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
        return .nothing
      }
    }
  }

  /// Ends the run soon; no memory of the other program is read after this.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    forgetInput()
    given.signal()
    room.signal()
  }

  /// Lets the input go, which can call the other program, and so not while the state is locked.
  private func forgetInput() {
    let parts = state.withLock { state in
      defer { (state.source, state.memory) = (.none, [:]) }
      return (state.source, state.memory)
    }
    _ = parts
  }

  /// Whether the interpreter can be asked for signals.
  var isAttached: Bool { state.withLock { $0.isAttached } }

  /// Whether nobody reads the results as a stream any more.
  var isReleased: Bool { state.withLock { $0.isReleased } }

  /// Ends the run soon, since nobody reads the stream any more.
  func release() {
    cancel()
    state.withLock { $0.isReleased = true }
  }

  /// Ends the run soon, and calls nobody any more.
  func detach() {
    cancel()
    state.withLock { ($0.isAttached, $0.tell) = (false, nil) }
  }

  /// Notes why the input has failed, which the run itself is not told.
  func fail(_ message: String, _ status: ExitStatus = .badData) {
    state.withLock { $0.failure = $0.failure ?? (message, status) }
  }

  /// The status of the run; that of a fault if it has not ended.
  var status: ExitStatus {
    state.withLock { $0.failure?.status ?? $0.status ?? .fault }
  }

  /// Returns what the run has written besides the results.
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
      input: Nothing(),
      output: OutputChannel(name: "the results", sink: Output(run: self, name: nil)),
      errors: OutputChannel(name: "messages", sink: Output(run: self, name: Self.messages)),
      memory: memory,
      progress: progress
    )
    do throws(SystemError) {
      try Platform.startThread { [self] in end(with: WinBackCommand.run(arguments, on: console)) }
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

  private struct Nothing: ByteSource {
    func read(into buffer: inout ContiguousArray<UInt8>, from start: Int) -> Int { 0 }
  }

  /// The input of the run.
  private struct Input: ByteSource {
    let run: CommandRun

    func read(
      into buffer: inout ContiguousArray<UInt8>,
      from start: Int
    ) throws(SystemError) -> Int {
      try run.fill(&buffer, from: start)
    }
  }

  /// An output of the run; the results if it has no name.
  private struct Output: ByteSink {
    let run: CommandRun
    let name: String?

    func write(_ bytes: Span<UInt8>) throws(SystemError) {
      try run.take(bytes, for: name)
    }
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
          guard let given = state.given else {
            state.isWaiting = true
            return nil
          }
          let piece = given.prefix(wanted)
          unsafe piece.withUnsafeBytes { piece in
            unsafe buffer.withUnsafeMutableBytes { unsafe $0[start...].copyBytes(from: piece) }
          }
          // No bytes are the end, which stays.
          if !given.isEmpty {
            state.given = piece.count < given.count ? given.dropFirst(wanted) : nil
          }
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
  /// The other program has closed the run.
  fileprivate static let isCancelled = SystemError(code: 125)
}
