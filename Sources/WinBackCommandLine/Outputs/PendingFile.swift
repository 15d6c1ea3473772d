/// The place that a file is written for: what the user named, and what is there now.
struct OutputPlace: Sendable {
  fileprivate let path: String

  /// The path behind all symbolic links.
  fileprivate let destination: String
  fileprivate let existing: Platform.FileStatus?

  /// Receives what would be left behind if the run ended now.
  fileprivate let files: RunFiles

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
      throw .cannotCreate(path, "it is a link to nothing")
    }
    if existing?.kind == .regular, files.hasRead(existing?.identity) {
      throw CommandFailure(
        .wrongUsage,
        "expected another file than an input for the output, found '\(path)'"
      )
    }
  }

  /// The users who may use the file: those who may use the one that it replaces.
  fileprivate var permissions: UInt32 { existing?.permissions ?? 0o666 }

  /// Gives the place to a file that has another name.
  fileprivate func take(_ name: String) throws(SystemError) {
    try files.end(name) { () throws(SystemError) in try Platform.rename(name, to: destination) }
    Platform.synchronize(directory: destination.parentDirectory)
  }

  fileprivate static func failure(creating path: String, _ error: SystemError) -> CommandFailure {
    let missing = namesFile(path) ? "its directory does not exist" : "it does not name a file"
    return .cannotCreate(path, error == .noSuchFile ? missing : error.reason)
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

extension CommandFailure {
  package static func cannotCreate(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(.cannotCreate, "cannot create '\(path)': \(reason)")
  }
}

/// A file that is being written and gets its name when it is whole.
final class PendingFile: ByteSink {
  fileprivate enum Storage: Sendable {
    /// At the path: a device, a pipe or an open descriptor gets them as they come.
    case place
    case unnamed
    case named(String)
  }

  private let sink: FileDescriptor
  private let place: OutputPlace
  private let storage: Storage

  /// Creates the file that has a place at the end.
  init(at place: OutputPlace) throws(CommandFailure) {
    self.place = place
    do throws(SystemError) {
      (sink, storage) = try place.open()
    } catch {
      throw OutputPlace.failure(creating: place.path, error)
    }
    if case .place = storage { return }
    // The user's mask may have taken some permissions away. Not every file system knows them, and
    // the file is good without.
    if let known = place.existing?.permissions {
      try? Platform.setPermissions(known, of: sink.number)
    }
  }

  func write(_ bytes: Span<UInt8>) throws(SystemError) { try sink.write(bytes) }

  /// Gives the file its name, once all that was written is on the disk.
  ///
  /// - Throws: ``CommandFailure`` when bytes did not arrive or the name cannot be given; nothing is
  ///   left behind then.
  func finish() throws(CommandFailure) {
    do {
      switch storage {
      case .place: break
      case .unnamed:
        try Platform.synchronize(sink.number)
        try place.name(sink)
      case .named(let name):
        try Platform.synchronize(sink.number)
        try place.take(name)
      }
      try sink.close()
    } catch {
      discard()
      throw CommandFailure(.inputOutput, "cannot write to '\(place.path)': \(error.reason)")
    }
  }

  func discard() {
    // The failure that brought us here is the one to tell.
    try? sink.close()
    if case .named(let name) = storage { place.files.removeUnfinished(name) }
  }
}

extension OutputPlace {
  fileprivate func open() throws(SystemError) -> (FileDescriptor, PendingFile.Storage) {
    if let open = Platform.descriptor(namedBy: path) {
      return (try FileDescriptor(number: open).duplicated(), .place)
    }
    if existing?.kind == .stream {
      return (FileDescriptor(number: try Platform.openForWriting(path)), .place)
    }
    let folder = destination.parentDirectory
    if let number = Platform.createUnnamedFile(in: folder, permissions: permissions) {
      return (FileDescriptor(number: number), .unnamed)
    }
    let (name, number) = try withTemporaryName { name throws(SystemError) in
      try Platform.create(name, permissions: permissions)
    }
    return (FileDescriptor(number: number), .named(name))
  }

  /// Gives a file that has no name yet the name of the place.
  fileprivate func name(_ unnamed: FileDescriptor) throws(SystemError) {
    if existing == nil {
      do {
        try Platform.name(unnamed.number, destination)
        return Platform.synchronize(directory: destination.parentDirectory)
      } catch .alreadyExists {
        // Somebody was faster; the last one to finish wins, as with any output.
      }
    }
    let (name, _) = try withTemporaryName { name throws(SystemError) in
      try Platform.name(unnamed.number, name)
    }
    do throws(SystemError) {
      try take(name)
    } catch {
      files.removeUnfinished(name)
      throw error
    }
  }

  /// Finds a name that nothing has beside the place, and notes it as one that must not stay.
  private func withTemporaryName<Created: Sendable>(
    _ create: (String) throws(SystemError) -> Created
  ) throws(SystemError) -> (name: String, created: Created) {
    let folder = destination.lastIndex(of: "/").map { destination[...$0] } ?? ""
    return try Platform.firstFree { attempt throws(SystemError) in
      let name = "\(folder).winback-\(Platform.processIdentifier)-\(attempt).partial"
      return (name, try files.begin(name) { () throws(SystemError) in try create(name) })
    }
  }
}
