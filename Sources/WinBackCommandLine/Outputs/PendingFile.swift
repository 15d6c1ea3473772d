package import WinBackFiles

/// The place that a file is written for: what the user named, and what is there now.
package struct OutputPlace: Sendable {
  let path: String

  /// The path behind all symbolic links.
  package let destination: String
  package let existing: Platform.FileStatus?

  /// Receives what would be left behind if the run ended now.
  package let files: RunFiles

  /// The suffix of the path until a file that a later run can continue with is complete.
  package static let partialSuffix = ".partial"

  /// Looks at a place, and opens nothing.
  package init(_ path: String, files: RunFiles) throws(CommandFailure) {
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
  package var permissions: UInt32 { existing?.permissions ?? 0o666 }

  package func restorePermissions(of descriptor: FileDescriptor) {
    // The user's mask may have taken some away. Not every file system knows permissions, and the
    // file is good without.
    if let existing { try? Platform.setPermissions(existing.permissions, of: descriptor.number) }
  }

  package var partial: String { destination + Self.partialSuffix }

  package func createPartial() throws(SystemError) -> FileDescriptor {
    try files.begin(partial) { () throws(SystemError) in
      FileDescriptor(number: try Platform.create(partial, permissions: permissions))
    }
  }

  /// Gives the place to a file that has another name.
  package func take(_ name: String) throws(SystemError) {
    try files.end(name) { () throws(SystemError) in try Platform.rename(name, to: destination) }
    synchronizeDirectory()
  }

  /// Returns when the name of the file is on the disk.
  package func synchronizeDirectory() {
    Platform.synchronize(directory: destination.parentDirectory)
  }

  package var partialExists: CommandFailure {
    .cannotCreate(
      partial,
      "it exists, and no checkpoint says that this run wrote it; move it to begin again"
    )
  }

  package func failure(creating error: SystemError) -> CommandFailure {
    Self.failure(creating: path, error)
  }

  package func failure(writing error: SystemError) -> CommandFailure {
    CommandFailure(.inputOutput, "cannot write to '\(path)': \(error.reason)")
  }

  private static func failure(creating path: String, _ error: SystemError) -> CommandFailure {
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
package final class PendingFile: ByteSink {
  /// What of a file that a later run can continue is there already.
  package enum Beginning: Sendable, Hashable {
    case anew
    /// The earlier run's bytes that stay.
    case bytes(Int)
    /// All of it, and the file may have its name already.
    case whole(Int)
  }

  fileprivate enum Storage: Sendable {
    /// At the path: a device, a pipe or an open descriptor gets them as they come.
    case place
    case unnamed
    case named(String)
    /// Beside the path, where a later run can continue it.
    case resumable
  }

  /// Where the bytes go; nil if the file is whole already.
  private let sink: FileDescriptor?

  private let place: OutputPlace
  private let storage: Storage

  /// Creates the file that has a place at the end, or continues with that of an earlier run.
  init(at place: OutputPlace, _ beginning: Beginning?) throws(CommandFailure) {
    self.place = place
    if let beginning {
      (sink, storage) = (try place.openPartial(beginning), .resumable)
    } else {
      do throws(SystemError) {
        (sink, storage) = try place.open()
      } catch {
        throw place.failure(creating: error)
      }
      if case .place = storage { return }
    }
    if let sink { place.restorePermissions(of: sink) }
  }

  package func write(_ bytes: Span<UInt8>) throws(SystemError) { try sink?.write(bytes) }

  /// Gives the file its name, once all that was written is on the disk.
  ///
  /// - Throws: ``CommandFailure`` when bytes did not arrive or the name cannot be given; nothing is
  ///   left behind then.
  package func finish() throws(CommandFailure) {
    guard let sink else { return }
    do {
      switch storage {
      case .place: break
      case .unnamed:
        try Platform.synchronize(sink.number)
        try place.name(sink)
      case .named(let name):
        try Platform.synchronize(sink.number)
        try place.take(name)
      case .resumable:
        try sink.close()
        return try place.take(place.partial)
      }
      try sink.close()
    } catch {
      if resumablePath == nil { discard() }
      throw place.failure(writing: error)
    }
  }

  package var resumablePath: String? { if case .resumable = storage { place.partial } else { nil } }

  package func synchronize() throws(CommandFailure) {
    guard let sink, resumablePath != nil else { return }
    do {
      try Platform.synchronize(sink.number)
    } catch {
      throw place.failure(writing: error)
    }
  }

  /// Gives up the file; one that a later run can continue with stays.
  package func discard() {
    // The failure that brought us here is the one to tell.
    try? sink?.close()
    switch storage {
    case .place, .unnamed: break
    case .named(let name): place.files.removeUnfinished(name)
    case .resumable: place.files.removeUnfinished(place.partial)
    }
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

  /// Creates a file that a later run can continue, or continues with that of an earlier run; returns nil
  /// if it is whole and has its name.
  fileprivate func openPartial(
    _ beginning: PendingFile.Beginning
  ) throws(CommandFailure) -> FileDescriptor? {
    guard existing?.kind != .stream else {
      throw .cannotCreate(path, "expected a file, which a later run can continue")
    }
    let isThere = Platform.isThere(partial)
    switch beginning {
    case .bytes(let size) where size > 0 || isThere: return try openPartial(keeping: size)
    case .whole(let size):
      if isThere { return try openPartial(keeping: size) }
      guard existing?.kind == .regular, existing?.size == size else {
        throw .badData(
          "cannot continue '\(partial)': expected this file, or '\(path)' with \(size) bytes, found "
            + "neither; remove the checkpoint to begin again"
        )
      }
      return nil
    case .anew, .bytes: break
    }
    do throws(SystemError) {
      return try createPartial()
    } catch .alreadyExists {
      throw partialExists
    } catch {
      throw failure(creating: error)
    }
  }

  private func openPartial(keeping size: Int) throws(CommandFailure) -> FileDescriptor {
    let found: Int
    do throws(SystemError) {
      let descriptor = FileDescriptor(number: try Platform.openForAppending(partial))
      let status = try Platform.status(of: descriptor.number)
      found = status.kind == .regular ? status.size : 0
      if found >= size {
        if found > size { try Platform.truncate(descriptor.number, to: size) }
        return descriptor
      }
      try? descriptor.close()
    } catch {
      throw .badData("cannot continue '\(partial)': \(error.reason)")
    }
    throw .badData("cannot continue '\(partial)': expected at least \(size) bytes, found \(found)")
  }

  /// Gives a file that has no name yet the name of the place.
  fileprivate func name(_ unnamed: FileDescriptor) throws(SystemError) {
    if existing == nil {
      do {
        try Platform.name(unnamed.number, destination)
        return synchronizeDirectory()
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
