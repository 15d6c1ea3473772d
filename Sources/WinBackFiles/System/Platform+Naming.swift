#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Directories, files that have no name yet, names, and who may use them.
extension Platform {
  /// Creates a directory and those that lead to it; one that exists stays as it is, and each new one
  /// is reported.
  package static func createDirectories(_ path: String, _ report: (String) -> Void)
    throws(SystemError)
  {
    var part = path.hasPrefix("/") ? "/" : ""
    for step in path.split(separator: "/") {
      part += part.isEmpty || part.hasSuffix("/") ? String(step) : "/\(step)"
      if unsafe mkdir(part, 0o777) == 0 {
        report(part)
      } else if errno != EEXIST {
        throw SystemError(code: errno)
      }
    }
  }

  package static func removeDirectory(_ path: String) throws(SystemError) {
    try expect(unsafe rmdir(path))
  }

  /// Creates a file for writing, without a name that it can be given later; nil if the system
  /// cannot.
  ///
  /// Whatever ends the process, nothing of it stays behind. The user's mask may take some
  /// permissions away.
  package static func createUnnamedFile(in directory: String, permissions: UInt32) -> Int32? {
    guard let descriptor = openUnnamed(in: directory, O_WRONLY | O_APPEND, permissions: permissions)
    else { return nil }
    guard unsafe access(linkPath(of: descriptor), F_OK) == 0 else {
      try? FileDescriptor(number: descriptor).close()
      return nil
    }
    return descriptor
  }

  /// Creates a file for reading and writing that never has a name, for as long as it is open:
  /// whatever ends the process, nothing of it stays behind.
  static func createNamelessFile(in directory: String) throws(SystemError) -> Int32 {
    if let descriptor = openUnnamed(in: directory, O_RDWR, permissions: 0o600) { return descriptor }
    return try firstFree { attempt throws(SystemError) in
      let path = "\(directory)/.winback-\(processIdentifier)-\(attempt).sorting"
      let descriptor = try open(path, flags: O_RDWR | O_CREAT | O_EXCL, permissions: 0o600)
      try remove(path)
      return descriptor
    }
  }

  /// Returns what the first of many attempts creates that finds no other file with its name.
  package static func firstFree<Created>(
    _ create: (Int) throws(SystemError) -> Created
  ) throws(SystemError) -> Created {
    for attempt in 0..<1000 {
      do {
        return try create(attempt)
      } catch {
        guard error == .alreadyExists else { throw error }
      }
    }
    return try create(1000)
  }

  private static func openUnnamed(
    in directory: String,
    _ flags: Int32,
    permissions: UInt32
  ) -> Int32? {
    #if os(Linux)
    // O_TMPFILE, whose definition is not imported.
    return try? open(directory, flags: O_DIRECTORY | 0o20_000_000 | flags, permissions: permissions)
    #else
    return nil
    #endif
  }

  /// Gives a file without a name one that nothing has.
  package static func name(_ descriptor: Int32, _ path: String) throws(SystemError) {
    let link = linkPath(of: descriptor)
    try expect(unsafe linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW))
  }

  private static func linkPath(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// Returns when the names in a directory are on the disk, where the file system can tell.
  package static func synchronize(directory path: String) {
    guard let descriptor = try? open(path, flags: O_RDONLY | O_DIRECTORY) else { return }
    _ = fsync(descriptor)
    try? FileDescriptor(number: descriptor).close()
  }

  /// The number of the open descriptor that a path stands for; nil if it stands for a file.
  package static func descriptor(namedBy path: String) -> Int32? {
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return ["/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2][path]
  }

  /// Whether anything has a path, be it a symbolic link to nothing.
  package static func isThere(_ path: String) -> Bool {
    var information = stat()
    return unsafe lstat(path, &information) == 0
  }

  package static func isSymbolicLink(_ path: String) -> Bool {
    var information = stat()
    return unsafe lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
  }
}
