/// A file that is being written and does not have its name yet.
struct PendingFile: Sendable {
  /// Where the bytes are until the end.
  private enum Storage: Sendable {
    /// At the path: a device, a pipe or an open descriptor gets them as they come.
    case place
    /// In a file without a name.
    case unnamed
    /// In a file with another name.
    case named(String)
  }

  let descriptor: FileDescriptor

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
    var number: Int32 = -1
    let name = try withTemporaryName(beside: place.destination, files) {
      name throws(SystemError) in
      number = try Platform.create(name, permissions: place.permissions)
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

  /// Gives up the file.
  func discard() {
    // The failure that brought us here is the one to tell.
    try? descriptor.close()
    if case .named(let name) = storage { files.removeUnfinished(name) }
  }

  /// Gives a file that has no name its own.
  private func nameUnnamed() throws(SystemError) {
    if place.existing == nil {
      do {
        try Platform.name(descriptor.number, place.destination)
        return Platform.synchronize(directory: place.destination.parentDirectory)
      } catch .alreadyExists {
        // Somebody was faster; the last one to finish wins, as with any output.
      }
    }
    let name = try Self.withTemporaryName(beside: place.destination, files) {
      name throws(SystemError) in
      try Platform.name(descriptor.number, name)
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
  private static func withTemporaryName(
    beside path: String,
    _ files: RunFiles,
    _ create: (String) throws(SystemError) -> Void
  ) throws(SystemError) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var attempt = 0
    while true {
      let name = "\(folder).winback-\(Platform.processIdentifier)-\(attempt).partial"
      do {
        try files.begin(name) { () throws(SystemError) in try create(name) }
        return name
      } catch {
        guard error == .alreadyExists, attempt < 1000 else { throw error }
        attempt += 1
      }
    }
  }
}
