/// The place that a file is written for: what the user named, and what is there now.
struct OutputPlace: Sendable {
  /// The path as the user gave it.
  let path: String

  /// The path behind all symbolic links.
  let destination: String

  /// What is there; nil if nothing is.
  let existing: Platform.FileStatus?

  /// Looks at a place, and opens nothing.
  ///
  /// - Throws: ``CommandFailure`` if nothing can be, or must not be, written there.
  init(_ path: String, files: RunFiles) throws(CommandFailure) {
    self.path = path
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

  /// Returns the failure of a file that cannot be created.
  func failure(creating error: SystemError) -> CommandFailure {
    Self.failure(creating: path, error)
  }

  /// Returns the failure of a file that cannot be written.
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
