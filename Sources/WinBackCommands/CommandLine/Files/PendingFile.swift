/// A file that is being written and does not have its name yet.
struct PendingFile: Sendable {
  let descriptor: FileDescriptor

  private let path: String

  /// Where the bytes are until the end; nil when they go straight to the path.
  private let temporary: (path: String, destination: String)?

  /// Whether what is written stays there when the file is given up, for a later run to go on with.
  private let isResumable: Bool

  /// Creates the file.
  ///
  /// - Parameter path: The path that the file has at the end.
  /// - Throws: ``CommandFailure`` when a file cannot be created there.
  init(path: String) throws(CommandFailure) {
    self.path = path
    isResumable = false
    do {
      let existing = try Self.existing(at: path)
      if let existing, existing.kind == .stream || path.hasPrefix("/dev/") {
        descriptor = FileDescriptor(number: try Platform.openForWriting(path))
        temporary = nil
      } else {
        let destination = try existing == nil ? path : Platform.resolvedPath(path)
        let created = try Self.createTemporary(
          beside: destination,
          permissions: existing?.permissions ?? 0o666
        )
        descriptor = created.descriptor
        temporary = (created.path, destination)
        Self.restore(existing?.permissions, of: descriptor)
      }
    } catch {
      throw Self.failure(creating: path, error)
    }
  }

  /// Creates a file that a later run may go on with, or goes on with that of an earlier run.
  ///
  /// - Parameters:
  ///   - path: The path that the file has at the end; until then it has `.partial` behind.
  ///   - size: How many of the bytes that are there stay; 0 begins anew.
  /// - Throws: ``CommandFailure`` when a file cannot be created there or has fewer bytes.
  init(path: String, keeping size: Int) throws(CommandFailure) {
    guard (try? Platform.status(ofPath: path))?.kind != .stream else {
      throw CommandFailure(
        .cannotCreate,
        "cannot create '\(path)': expected a file, which a later run can go on with"
      )
    }
    self.path = path
    isResumable = true
    let partialPath: String
    let found: Int
    do throws(SystemError) {
      let existing = try Self.existing(at: path)
      let destination = try existing == nil ? path : Platform.resolvedPath(path)
      partialPath = destination + ".partial"
      temporary = (partialPath, destination)
      descriptor = FileDescriptor(
        number: try Platform.openForAppending(
          partialPath,
          permissions: existing?.permissions ?? 0o666
        )
      )
      Self.restore(existing?.permissions, of: descriptor)
      found = try Platform.status(of: descriptor.number).size
      if found > size { try Platform.truncate(descriptor.number, to: size) }
    } catch {
      throw Self.failure(creating: path, error)
    }
    guard found >= size else {
      discard()
      throw CommandFailure(
        .badData,
        "cannot go on with '\(partialPath)': expected at least \(size) bytes, found \(found)"
      )
    }
  }

  /// Returns when all that was written is on the disk.
  ///
  /// - Throws: ``CommandFailure`` when bytes did not arrive.
  func synchronize() throws(CommandFailure) {
    do {
      try Platform.synchronize(descriptor.number)
    } catch {
      throw failure(writing: error)
    }
  }

  /// Gives the file its name.
  ///
  /// - Throws: ``CommandFailure`` when bytes did not arrive or the name cannot be given; the
  ///   temporary file is then gone.
  func finish() throws(CommandFailure) {
    do {
      try descriptor.close()
      if let temporary { try Platform.rename(temporary.path, to: temporary.destination) }
    } catch {
      removeTemporary()
      throw failure(writing: error)
    }
  }

  /// Gives up the file; one that a later run may go on with stays as it is.
  func discard() {
    // The failure that brought us here is the one to tell.
    try? descriptor.close()
    removeTemporary()
  }

  /// Removes what would be left behind if the process ended now.
  func removeTemporary() {
    if let temporary, !isResumable { try? Platform.remove(temporary.path) }
  }

  private func failure(writing error: SystemError) -> CommandFailure {
    CommandFailure(.inputOutput, "cannot write to '\(path)': \(error.reason)")
  }

  private static func failure(creating path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure(.cannotCreate, "cannot create '\(path)': \(reason(error, path: path))")
  }

  /// Gives the file the permissions of the one that it replaces.
  private static func restore(_ permissions: UInt32?, of descriptor: FileDescriptor) {
    // The user's mask may have taken some away. Not every file system knows permissions, and the
    // file is good without.
    if let permissions { try? Platform.setPermissions(permissions, of: descriptor.number) }
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

  private static func createTemporary(
    beside path: String,
    permissions: UInt32
  ) throws(SystemError) -> (descriptor: FileDescriptor, path: String) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var attempt = 0
    while true {
      let name = "\(folder).winback-\(Platform.processIdentifier)-\(attempt).partial"
      do {
        return (FileDescriptor(number: try Platform.create(name, permissions: permissions)), name)
      } catch {
        guard error == .alreadyExists, attempt < 1000 else { throw error }
        attempt += 1
      }
    }
  }

  private static func namesFile(_ path: String) -> Bool {
    !path.isEmpty && !path.hasSuffix("/") && !path.utf8.contains(0)
  }

  private static func reason(_ error: SystemError, path: String) -> String {
    guard error == .noSuchFile else { return error.reason }
    return namesFile(path) ? "its directory does not exist" : "it does not name a file"
  }
}
