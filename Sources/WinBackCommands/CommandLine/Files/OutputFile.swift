/// The place for the results that the user named with `--output`; standard output without it.
///
/// A file is written under another name beside its own and takes its own name at the end, so that
/// nothing half-written is ever at the path. A device or a pipe is written as it comes.
package struct OutputFile: Sendable, Hashable {
  private let path: String?

  /// Creates an output; nil or `-` is standard output.
  package init(_ path: String?) { self.path = path }

  /// Writes a document such as a page as the whole output, as it is.
  ///
  /// - Throws: ``CommandFailure`` when the output cannot be created or written.
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
    text: (OutputChannel) -> String
  ) throws(CommandFailure) {
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      if self[.json] {
        try channel.write(GitHubCommand.disarmed(json: json()).span)
      } else {
        try channel.write(text(channel))
        try channel.write(annotations())
      }
    }
  }
}

/// A place for lines: a stream, a file that appears when it is whole, or one that a later run may
/// continue with.
struct OutputSink: Sendable {
  /// Nil if the file is whole already.
  let channel: OutputChannel?
  /// What is written; nil for a stream.
  private let file: (any WrittenFile)?

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
    let file: any WrittenFile
    if let beginning {
      file = try ResumableFile(path: path, beginning, console.files)
    } else {
      file = try PendingFile(path: path, console.files)
    }
    channel = file.sink.map { OutputChannel(name: "'\(path)'", sink: $0, isFile: true) }
    self.file = file
  }

  /// Whether a person is looking.
  var isTerminal: Bool { channel?.isTerminal ?? false }

  /// Writes some lines.
  func write(_ bytes: Span<UInt8>) throws(CommandFailure) { try channel?.write(bytes) }

  /// What a later run can continue with; nil if there is nothing of the kind.
  private var resumable: ResumableFile? { file as? ResumableFile }

  /// Returns when what was written is on the disk, where a later run counts on that.
  func synchronize() throws(CommandFailure) { try resumable?.synchronize() }

  /// The path of what was written, if a later run can continue with it.
  var resumablePath: String? { resumable?.partial }

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
  ///
  /// - Throws: ``CommandFailure`` if nothing can be, or must not be, written there.
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

  /// Gives the file the permissions of the one that it replaces.
  func restorePermissions(of descriptor: FileDescriptor) {
    // The user's mask may have taken some away. Not every file system knows permissions, and the
    // file is good without.
    if let existing { try? Platform.setPermissions(existing.permissions, of: descriptor.number) }
  }

  /// The path until the file is complete.
  var partial: String { destination + Self.partialSuffix }

  /// Creates the file under the path that it has until it is complete.
  func createPartial() throws(SystemError) -> FileDescriptor {
    try files.begin(partial) { () throws(SystemError) in
      FileDescriptor(number: try Platform.create(partial, permissions: permissions))
    }
  }

  /// Gives the complete file its name.
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
    CommandFailure(.cannotCreate, "cannot create '\(path)': \(reason(error, path: path))")
  }

  /// What is at the path now, nil when nothing is.
  ///
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

  private static func reason(_ error: SystemError, path: String) -> String {
    guard error == .noSuchFile else { return error.reason }
    return namesFile(path) ? "its directory does not exist" : "it does not name a file"
  }
}

/// A file that gets its name when it is whole.
protocol WrittenFile: Sendable {
  /// Where the bytes go; nil if the file is whole already.
  var sink: FileDescriptor? { get }

  func finish() throws(CommandFailure)

  /// Gives up the file; one that a later run can continue with stays.
  func discard()
}

/// A file that is being written and does not have its name yet.
struct PendingFile: WrittenFile {
  private enum Storage: Sendable {
    /// At the path: a device, a pipe or an open descriptor gets them as they come.
    case place
    case unnamed
    case named(String)
  }

  let descriptor: FileDescriptor
  var sink: FileDescriptor? { descriptor }

  private let place: OutputPlace
  private let storage: Storage
  private let files: RunFiles

  /// Creates the file that has a path at the end; `files` receives what would be left behind.
  init(path: String, _ files: RunFiles) throws(CommandFailure) {
    self.files = files
    let place = try OutputPlace(path, files: files)
    self.place = place
    do throws(SystemError) {
      (descriptor, storage) = try Self.open(place, files)
    } catch {
      throw place.failure(creating: error)
    }
    if case .place = storage { return }
    place.restorePermissions(of: descriptor)
  }

  private static func open(
    _ place: OutputPlace,
    _ files: RunFiles
  ) throws(SystemError) -> (FileDescriptor, Storage) {
    if let open = Platform.descriptor(namedBy: place.path) {
      return (FileDescriptor(number: try Platform.duplicate(open)), .place)
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
    do {
      switch storage {
      case .place: break
      case .unnamed:
        try Platform.synchronize(descriptor.number)
        try nameUnnamed()
      case .named(let name):
        try Platform.synchronize(descriptor.number)
        try move(name)
      }
      try descriptor.close()
    } catch {
      discard()
      throw place.failure(writing: error)
    }
  }

  func discard() {
    // The failure that brought us here is the one to tell.
    try? descriptor.close()
    if case .named(let name) = storage { files.removeUnfinished(name) }
  }

  private func nameUnnamed() throws(SystemError) {
    if place.existing == nil {
      do {
        try Platform.name(descriptor.number, place.destination)
        return Platform.synchronize(directory: place.destination.parentDirectory)
      } catch .alreadyExists {
        // Somebody was faster; the last one to finish wins, as with any output.
      }
    }
    let (name, _) = try Self.withTemporaryName(beside: place.destination, files) {
      name throws(SystemError) in try Platform.name(descriptor.number, name)
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
