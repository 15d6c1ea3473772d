package import WinBackFiles

/// The place for the results that the user named with `--output`; standard output without it.
///
/// A file is written under another name beside its own and takes its own name at the end, so that
/// nothing half-written is ever at the path. A device or a pipe is written as it comes.
package struct OutputFile: Sendable, Hashable {
  private let path: String?

  /// Creates an output; nil or `-` is standard output.
  package init(_ path: String?) { self.path = path }

  /// Writes a document such as a page as the whole output, as it is.
  package func write(_ text: String, on console: Console) throws(CommandFailure) {
    try write(ContiguousArray(text.utf8), on: console)
  }

  func write(_ bytes: ContiguousArray<UInt8>, on console: Console) throws(CommandFailure) {
    try withChannel(on: console) { channel throws(CommandFailure) in try channel.write(bytes.span) }
  }

  /// Opens the output for the time of a call, to write it piece by piece.
  ///
  /// If that fails, the file at the path is as it was before.
  package func withChannel<Result>(
    on console: Console,
    _ body: (OutputChannel) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let sink = try OutputSink(path: path, on: console)
    let result: Result
    do {
      result = try body(sink.channel ?? console.output)
    } catch {
      sink.discard()
      throw error
    }
    try sink.finish()
    return result
  }
}

extension ParsedArguments {
  var output: OutputFile { OutputFile(self[.output]) }

  /// Writes a result where the user wants it: as JSON for programs with `--json`, else as text for
  /// people, with annotations after it.
  func write(
    on console: Console,
    json: @autoclosure () -> ContiguousArray<UInt8>,
    annotations: @autoclosure () -> [GitHubCommand] = [],
    text: (TextPage) -> String
  ) throws(CommandFailure) {
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      if self[.json] {
        try channel.write(GitHubCommand.disarmed(json: json()).span)
      } else {
        try channel.write(text(TextPage(channel)))
        try channel.write(annotations())
      }
    }
  }

  func write(
    _ document: @autoclosure () -> some Sequence<UInt8>,
    to option: Option<String?>,
    on console: Console
  ) throws(CommandFailure) {
    guard let path = self[option] else { return }
    try OutputFile(path).write(ContiguousArray(document()), on: console)
  }
}

/// A place for lines: a stream, a file that appears when it is whole, or one that a later run may
/// continue with.
struct OutputSink: Sendable {
  /// Nil if the file is whole already.
  let channel: OutputChannel?
  /// What is written; nil for a stream.
  private let file: PendingFile?

  /// Opens a place; `beginning` is what an earlier run has written, nil if the run cannot be gone on with.
  init(
    path: String?,
    _ beginning: ResumableFile.Beginning? = nil,
    on console: Console
  ) throws(CommandFailure) {
    guard let path, !path.namesStandardOutput else {
      channel = console.output
      file = nil
      return
    }
    if let channel = console.channel(inMemory: path) {
      self.channel = channel
      file = nil
      return
    }
    let file = try PendingFile(path: path, beginning, console.files)
    channel = file.sink.map { OutputChannel(name: "'\(path)'", sink: $0, isFile: true) }
    self.file = file
  }

  var isTerminal: Bool { channel?.isTerminal ?? false }

  func write(_ bytes: Span<UInt8>) throws(CommandFailure) { try channel?.write(bytes) }

  /// Returns when what was written is on the disk, where a later run counts on that.
  func synchronize() throws(CommandFailure) { try file?.synchronize() }

  /// The path of what was written, if a later run can continue with it.
  var resumablePath: String? { file?.resumablePath }

  func finish() throws(CommandFailure) { try file?.finish() }

  /// Leaves the place as it was before; what a later run can continue with stays beside it.
  func discard() { file?.discard() }
}

/// The place that a file is written for: what the user named, and what is there now.
struct OutputPlace: Sendable {
  let path: String

  /// The path behind all symbolic links.
  let destination: String
  let existing: Platform.FileStatus?

  private let files: RunFiles

  /// The suffix of the path until a file that a later run can continue with is complete.
  static let partialSuffix = ".partial"

  /// Looks at a place, and opens nothing.
  init(_ path: String, files: RunFiles) throws(CommandFailure) {
    self.path = path
    self.files = files
    do {
      existing = try Self.existing(at: path)
      destination = try existing == nil ? path : Platform.resolvedPath(path)
    } catch {
      throw Self.failure(creating: path, error)
    }
    if existing == nil, Platform.isSymbolicLink(path) {
      throw CommandFailure(.cannotCreate, "cannot create '\(path)': it is a link to nothing")
    }
    if existing?.kind == .regular, files.hasRead(existing?.identity) {
      throw CommandFailure(
        .wrongUsage,
        "expected another file than an input for the output, found '\(path)'"
      )
    }
  }

  /// The users who may use the file: those who may use the one that it replaces.
  var permissions: UInt32 { existing?.permissions ?? 0o666 }

  func restorePermissions(of descriptor: FileDescriptor) {
    // The user's mask may have taken some away. Not every file system knows permissions, and the
    // file is good without.
    if let existing { try? Platform.setPermissions(existing.permissions, of: descriptor.number) }
  }

  var partial: String { destination + Self.partialSuffix }

  func createPartial() throws(SystemError) -> FileDescriptor {
    try files.begin(partial) { () throws(SystemError) in
      FileDescriptor(number: try Platform.create(partial, permissions: permissions))
    }
  }

  func namePartial() throws(SystemError) {
    try files.end(partial) { () throws(SystemError) in
      try Platform.rename(partial, to: destination)
    }
    Platform.synchronize(directory: destination.parentDirectory)
  }

  var partialExists: CommandFailure {
    CommandFailure(
      .cannotCreate,
      "cannot create '\(partial)': it exists, and no checkpoint says that this run wrote it; "
        + "move it to begin again"
    )
  }

  func failure(creating error: SystemError) -> CommandFailure {
    Self.failure(creating: path, error)
  }

  func failure(writing error: SystemError) -> CommandFailure {
    CommandFailure(.inputOutput, "cannot write to '\(path)': \(error.reason)")
  }

  private static func failure(creating path: String, _ error: SystemError) -> CommandFailure {
    let missing = namesFile(path) ? "its directory does not exist" : "it does not name a file"
    let reason = error == .noSuchFile ? missing : error.reason
    return CommandFailure(.cannotCreate, "cannot create '\(path)': \(reason)")
  }

  /// A file that may not be written is refused, although its directory would let us replace it.
  private static func existing(at path: String) throws(SystemError) -> Platform.FileStatus? {
    let status: Platform.FileStatus
    do {
      status = try Platform.status(ofPath: path)
    } catch .noSuchFile where namesFile(path) {
      return nil
    }
    guard status.kind != .directory else { throw .isDirectory }
    try Platform.checkWritable(path)
    return status
  }

  private static func namesFile(_ path: String) -> Bool {
    !path.isEmpty && !path.hasSuffix("/") && !path.utf8.contains(0)
  }
}

/// A file that is being written and gets its name when it is whole.
struct PendingFile: Sendable {
  private enum Storage: Sendable {
    /// At the path: a device, a pipe or an open descriptor gets them as they come.
    case place
    case unnamed
    case named(String)
    /// Beside the path, where a later run can continue it.
    case resumable
  }

  /// Where the bytes go; nil if the file is whole already.
  let sink: FileDescriptor?

  private let place: OutputPlace
  private let storage: Storage
  private let files: RunFiles

  /// Creates the file that has a path at the end, or continues with that of an earlier run; `files`
  /// receives what would be left behind.
  init(
    path: String,
    _ beginning: ResumableFile.Beginning?,
    _ files: RunFiles
  ) throws(CommandFailure) {
    self.files = files
    let place = try OutputPlace(path, files: files)
    self.place = place
    if let beginning {
      (sink, storage) = (try ResumableFile.open(place, beginning), .resumable)
    } else {
      do throws(SystemError) {
        (sink, storage) = try Self.open(place, files)
      } catch {
        throw place.failure(creating: error)
      }
      if case .place = storage { return }
    }
    if let sink { place.restorePermissions(of: sink) }
  }

  private static func open(
    _ place: OutputPlace,
    _ files: RunFiles
  ) throws(SystemError) -> (FileDescriptor, Storage) {
    if let open = Platform.descriptor(namedBy: place.path) {
      return (try FileDescriptor(number: open).duplicated(), .place)
    }
    if place.existing?.kind == .stream {
      return (FileDescriptor(number: try Platform.openForWriting(place.path)), .place)
    }
    if let number = Platform.createUnnamedFile(
      in: place.destination.parentDirectory,
      permissions: place.permissions
    ) {
      return (FileDescriptor(number: number), .unnamed)
    }
    let (name, number) = try withTemporaryName(beside: place.destination, files) {
      name throws(SystemError) in try Platform.create(name, permissions: place.permissions)
    }
    return (FileDescriptor(number: number), .named(name))
  }

  /// Gives the file its name, once all that was written is on the disk.
  ///
  /// - Throws: ``CommandFailure`` when bytes did not arrive or the name cannot be given; nothing is
  ///   left behind then.
  func finish() throws(CommandFailure) {
    guard let sink else { return }
    do {
      switch storage {
      case .place: break
      case .unnamed:
        try Platform.synchronize(sink.number)
        try name(sink)
      case .named(let name):
        try Platform.synchronize(sink.number)
        try move(name)
      case .resumable:
        try sink.close()
        return try place.namePartial()
      }
      try sink.close()
    } catch {
      if resumablePath == nil { discard() }
      throw place.failure(writing: error)
    }
  }

  var resumablePath: String? { if case .resumable = storage { place.partial } else { nil } }

  func synchronize() throws(CommandFailure) {
    guard let sink, resumablePath != nil else { return }
    do {
      try Platform.synchronize(sink.number)
    } catch {
      throw place.failure(writing: error)
    }
  }

  /// Gives up the file; one that a later run can continue with stays.
  func discard() {
    // The failure that brought us here is the one to tell.
    try? sink?.close()
    switch storage {
    case .place, .unnamed: break
    case .named(let name): files.removeUnfinished(name)
    case .resumable: files.removeUnfinished(place.partial)
    }
  }

  private func name(_ unnamed: FileDescriptor) throws(SystemError) {
    if place.existing == nil {
      do {
        try Platform.name(unnamed.number, place.destination)
        return Platform.synchronize(directory: place.destination.parentDirectory)
      } catch .alreadyExists {
        // Somebody was faster; the last one to finish wins, as with any output.
      }
    }
    let (name, _) = try Self.withTemporaryName(beside: place.destination, files) {
      name throws(SystemError) in try Platform.name(unnamed.number, name)
    }
    try move(name)
  }

  private func move(_ name: String) throws(SystemError) {
    do {
      try files.end(name) { () throws(SystemError) in
        try Platform.rename(name, to: place.destination)
      }
    } catch {
      files.removeUnfinished(name)
      throw error
    }
    Platform.synchronize(directory: place.destination.parentDirectory)
  }

  /// Finds a name that nothing has beside a path, and notes it as one that must not stay.
  private static func withTemporaryName<Created: Sendable>(
    beside path: String,
    _ files: RunFiles,
    _ create: (String) throws(SystemError) -> Created
  ) throws(SystemError) -> (name: String, created: Created) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return try Platform.firstFree { attempt throws(SystemError) in
      let name = "\(folder).winback-\(Platform.processIdentifier)-\(attempt).partial"
      return (name, try files.begin(name) { () throws(SystemError) in try create(name) })
    }
  }
}
