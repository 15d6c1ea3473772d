import Synchronization

/// An input that the user named: a file, or standard input where the name is `-`.
package struct InputFile: Sendable, Hashable {
  /// The most bytes that are read as a whole by default: 1 GiB.
  package static let defaultLimit = 1 << 30

  /// The path as the user gave it; `-` for standard input.
  package let path: String

  package init(_ path: String) { self.path = path }

  package var name: String { isStandardInput ? "<standard input>" : path }

  private var isStandardInput: Bool { path == "-" }

  package func read(
    on console: any InputConsole,
    limit: Int = InputFile.defaultLimit
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    try withInput(on: console) { input throws(CommandFailure) in
      try input.readAll(limit: limit) { tooLarge(limit) }
    }
  }

  /// Opens the input for the time of a call, to read it piece by piece; what gzip has compressed is
  /// read through gzip.
  package func withInput<Result>(
    on console: any InputConsole,
    _ body: (StreamedInput) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    switch console.memory[path] {
    case .text(let bytes)?:
      return try withInput(PeekedSource(nil, head: bytes), size: bytes.count, body)
    case .source(let source)?: return try withInput(source, size: 0, body)
    case .sink?, nil: break
    }
    guard !isStandardInput else { return try withInput(console.input, size: 0, body) }
    let file = try open()
    console.noteReading(file.descriptor)
    // A file that was only read has nothing left to go wrong.
    defer { try? file.descriptor.close() }
    return try withInput(file.descriptor, size: file.size, body)
  }

  private func withInput<Result>(
    _ source: any ByteSource,
    size: Int,
    _ body: (StreamedInput) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    var input = StreamedInput(file: self, source: source, size: size)
    // Compressed bytes are known by the first ones.
    let signature = GzipSource.signature
    let descriptor = (source as? FileDescriptor)?.number
    var head = descriptor.flatMap { Platform.peek($0, count: signature.count) }
    if head == nil { (head, input) = try input.peeking(signature.count) }
    guard head == signature else { return try body(input) }
    let gzip: GzipSource
    do throws(SystemError) {
      gzip = try GzipSource(input.source)
    } catch {
      throw CommandFailure(
        .cannotOpen,
        "cannot read \(quotedName): the program 'gzip' cannot be started: \(error.reason)"
      )
    }
    defer { gzip.end() }
    return try body(StreamedInput(file: self, source: gzip, size: size, gzip: gzip))
  }

  package func failure(reading error: SystemError) -> CommandFailure {
    CommandFailure(.inputOutput, "cannot read \(quotedName): \(error.reason)")
  }

  /// What the input is called in the middle of a message.
  package var quotedName: String { isStandardInput ? "standard input" : "'\(path)'" }

  private func tooLarge(_ limit: Int) -> CommandFailure {
    let megabytes = limit >> 20
    let size = megabytes > 0 ? "\(megabytes) MiB" : "\(limit) bytes"
    return CommandFailure(.badData, "\(quotedName) has more than \(size), the limit")
  }

  package func expectToOpen() throws(CommandFailure) {
    guard !isStandardInput else { return }
    let file = try open()
    try? file.descriptor.close()
  }

  private func open() throws(CommandFailure) -> (descriptor: FileDescriptor, size: Int) {
    do throws(SystemError) {
      let descriptor = FileDescriptor(number: try Platform.openForReading(path))
      let status = try Platform.status(of: descriptor.number)
      guard status.kind != .directory else {
        try? descriptor.close()
        throw SystemError.isDirectory
      }
      return (descriptor, status.kind == .regular ? status.size : 0)
    } catch {
      throw CommandFailure(
        .cannotOpen,
        "cannot open '\(path)': \(error.reason)",
        suggestion: error == .noSuchFile ? nearestPath : nil
      )
    }
  }

  /// The path with the name of a neighbour that was most likely meant; nil when none is near.
  ///
  /// Its extension is near, too: a file with another one is of another kind.
  private var nearestPath: String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[...$0] } ?? ""
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let names = try? Platform.names(inDirectory: folder.isEmpty ? "." : String(folder))
    let alike = (names ?? []).ordered().filter { other in
      let (mine, theirs) = (name.fileExtension, other[...].fileExtension)
      return mine == theirs || nearestName(to: mine, among: [theirs]) != nil
    }
    return nearestName(to: String(name), among: alike).map { folder + $0 }
  }
}

extension Substring {
  /// What follows the last dot; empty if there is none.
  fileprivate var fileExtension: String {
    lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? ""
  }
}

/// A source whose first bytes have been looked at, and which gives them once more.
final class PeekedSource: ByteSource {
  /// Where the rest comes from; nil if there is none.
  private let source: (any ByteSource)?
  /// The bytes that were looked at and not given yet.
  private let head: Mutex<ArraySlice<UInt8>>

  init(_ source: (any ByteSource)?, head: ContiguousArray<UInt8>) {
    self.source = source
    self.head = Mutex(ArraySlice(head))
  }

  var countsHeader: Bool { source?.countsHeader ?? true }

  func read(into buffer: inout ContiguousArray<UInt8>, from start: Int) throws(SystemError) -> Int {
    let first = head.withLock { head in
      let first = head.prefix(buffer.count - start)
      head = head.dropFirst(first.count)
      return first
    }
    guard first.isEmpty else {
      buffer.replaceSubrange(start..<start + first.count, with: first)
      return first.count
    }
    return try source?.read(into: &buffer, from: start) ?? 0
  }
}

extension InputFile {
  package func parse<Result>(
    on console: any InputConsole,
    _ parse: (ContiguousArray<UInt8>) throws(FormatError) -> Result
  ) throws(CommandFailure) -> Result {
    let bytes = try read(on: console)
    return try parsing { () throws(FormatError) in try parse(bytes) }
  }

  /// Makes something of what was read: what is wrong with it is an error of the file.
  package func parsing<Result>(_ parse: () throws(FormatError) -> Result) throws(CommandFailure)
    -> Result
  {
    do {
      return try parse()
    } catch {
      throw CommandFailure(error, in: name)
    }
  }

  package func report(
    _ format: String,
    _ warnings: [FormatWarning] = [],
    isVerbose: Bool = false,
    on console: any InputConsole
  ) {
    if isVerbose { console.report(Diagnostic(.note, "read as the format \(format)", file: name)) }
    for warning in warnings { console.report(Diagnostic(.warning, warning, file: name)) }
  }
}

extension CatalogFiles {
  /// Reads a catalog from files, and reports what was left out.
  package init(
    _ paths: [String],
    as format: CatalogFormat? = nil,
    _ options: CatalogOptions = CatalogOptions(),
    on console: any InputConsole
  ) throws(CommandFailure) {
    var files: [CustomerFiles.File] = []
    for file in paths.map(InputFile.init) { files.append((file.name, try file.read(on: console))) }
    self.init(files, as: format, options)
    warnings.forEach(console.report)
    guard errors.isEmpty else { throw CommandFailure(.badData, errors) }
  }
}

/// What reading needs of the process around it.
package protocol InputConsole: Sendable {
  /// The time of the computer.
  var now: Instant { get }

  var input: any ByteSource { get }

  /// The files that are not on the disk, by the paths that the arguments have for them.
  var memory: [String: MemoryFile] { get }

  /// Notes that a file is read, so that nothing is written to it.
  func noteReading(_ file: FileDescriptor)

  func report(_ diagnostic: Diagnostic)

  /// Returns who shows how far a run over some files has come; nil if nobody wants to know.
  func progress(of files: [InputFile]) -> (any ReadingProgress)?
}

extension InputConsole {
  package func warn(_ message: String, file: String? = nil, suggestion: String? = nil) {
    report(Diagnostic(.warning, message, file: file, suggestion: suggestion))
  }
}

/// Shows how far a run has come.
package protocol ReadingProgress: Sendable {
  mutating func update(offset: Int, customers: Int)

  /// Ends what is shown at the moment.
  mutating func clear()
}
