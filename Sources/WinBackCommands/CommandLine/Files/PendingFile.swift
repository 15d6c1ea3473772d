/// A file that is being written and does not have its name yet.
struct PendingFile: Sendable {
  let descriptor: FileDescriptor

  private let path: String

  /// Where the bytes are until the end; nil when they go straight to the path.
  private let temporary: (path: String, destination: String)?

  /// Creates the file.
  ///
  /// - Parameter path: The path that the file has at the end.
  /// - Throws: ``CommandFailure`` when a file cannot be created there.
  init(path: String) throws(CommandFailure) {
    self.path = path
    do {
      let existing = try Self.existing(at: path)
      if let existing, existing.kind == .stream || path.hasPrefix("/dev/fd/") {
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
        // The user's mask may have taken some away. Not every file system knows permissions, and
        // the file is good without.
        if let existing {
          try? Platform.setPermissions(existing.permissions, of: descriptor.number)
        }
      }
    } catch {
      throw CommandFailure(
        .cannotCreate,
        "cannot create '\(path)': \(Self.reason(error, path: path))"
      )
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
      throw CommandFailure(.inputOutput, "cannot write to '\(path)': \(error.reason)")
    }
  }

  /// Gives up the file.
  func discard() {
    // The failure that brought us here is the one to tell.
    try? descriptor.close()
    removeTemporary()
  }

  private func removeTemporary() {
    if let temporary { try? Platform.remove(temporary.path) }
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
