#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The calls to the operating system, behind a safe interface.
///
/// Foundation offers all of them, but loading it takes longer than a short command runs.
package enum Platform {
  package enum FileKind: Sendable, Hashable {
    case regular
    case directory
    /// A device, a pipe or a socket: written to as it comes, never replaced.
    case stream
  }

  package struct FileStatus: Sendable, Hashable {
    package let kind: FileKind
    package let size: Int
    package let permissions: UInt32
    package let identity: FileIdentity

    /// When its contents were changed last, as exactly as the file system knows.
    package let modified: String

    fileprivate init(_ information: stat) {
      switch information.st_mode & S_IFMT {
      case S_IFREG: kind = .regular
      case S_IFDIR: kind = .directory
      default: kind = .stream
      }
      size = Int(information.st_size)
      permissions = UInt32(information.st_mode & 0o777)
      identity = .file(
        device: UInt64(truncatingIfNeeded: information.st_dev),
        number: UInt64(truncatingIfNeeded: information.st_ino)
      )
      #if canImport(Darwin)
      let time = information.st_mtimespec
      #else
      let time = information.st_mtim
      #endif
      modified = "\(time.tv_sec).\(time.tv_nsec)"
    }
  }

  // MARK: Process

  /// Makes a closed pipe an error of the write, and the three standard descriptors exist.
  ///
  /// A standard descriptor that the caller closed would otherwise be given to the next file that
  /// is opened, and results or messages would end up inside of it. The stand-in is opened the
  /// wrong way round, so that using it still fails.
  package static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = openFile("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY, 0)
    }
  }

  package static func exit(_ status: Int32) -> Never {
    #if canImport(Glibc)
    Glibc.exit(status)
    #elseif canImport(Musl)
    Musl.exit(status)
    #else
    Darwin.exit(status)
    #endif
  }

  /// Returns what the process was called with, its own name first; nil if some of it is not UTF-8.
  package static func arguments() -> [String]? {
    var arguments: [String] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index],
        let argument = unsafe String(validatingCString: bytes)
      else { return nil }
      arguments.append(argument)
    }
    return arguments
  }

  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  package static var processIdentifier: Int32 { getpid() }

  package static func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  package static func now() -> Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    // A clock outside of the years 1 to 9999 (T5) is read as their nearest second.
    let years = Instant.minimum.milliseconds / 1000...Instant.maximum.milliseconds / 1000
    let seconds = min(max(Int64(time.tv_sec), years.lowerBound), years.upperBound)
    return Instant(milliseconds: seconds * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package static func message(of code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    unsafe strerror_r(code, &buffer, buffer.count)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? "error \(code)" : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Terminals

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of a terminal; nil when the descriptor is none or does not say.
  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  // MARK: Descriptors

  package static func openForReading(_ path: String) throws(SystemError) -> Int32 {
    try open(path, flags: O_RDONLY)
  }

  /// Opens something that exists for writing from its start.
  package static func openForWriting(_ path: String) throws(SystemError) -> Int32 {
    try open(path, flags: O_WRONLY | O_TRUNC)
  }

  /// Creates a file that does not exist yet, with those of the permissions that the user's mask
  /// leaves; what is written goes behind what is in it.
  package static func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32 {
    try open(
      path,
      flags: O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW,
      permissions: permissions
    )
  }

  /// Opens a path as the flags say; no other program inherits the descriptor.
  package static func open(
    _ path: String,
    flags: Int32,
    permissions: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    try check(path)
    while true {
      let descriptor = openFile(path, flags | O_CLOEXEC, mode_t(permissions))
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }

  /// Returns when what was written to a file is on the disk.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    try expect(fsync(descriptor))
  }

  /// Reads the next bytes of a file without taking them; nil if it is read as it comes.
  static func peek(_ descriptor: Int32, count: Int) -> ContiguousArray<UInt8>? {
    let offset = lseek(descriptor, 0, SEEK_CUR)
    guard offset >= 0 else { return nil }
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: count)
    let found = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset)
    }
    return found >= 0 ? ContiguousArray(bytes.prefix(found)) : nil
  }

  // MARK: Memory

  static let pageSize = 4096

  static func offsetInPage(of array: ContiguousArray<UInt8>) -> Int {
    unsafe array.withUnsafeBytes { bytes in Int(bitPattern: bytes.baseAddress) & (pageSize - 1) }
  }

  /// Returns when an interrupted or not yet possible call may be tried again.
  fileprivate static func waitAfterError(_ descriptor: Int32, for event: Int32) throws(SystemError)
  {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      unsafe poll(&request, 1, -1)
    default: throw SystemError(code: errno)
    }
  }

  // MARK: Files

  package static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var information = stat()
    guard unsafe fstat(descriptor, &information) == 0 else { throw SystemError(code: errno) }
    return FileStatus(information)
  }

  /// What a path stands for, symbolic links followed.
  package static func status(ofPath path: String) throws(SystemError) -> FileStatus {
    try check(path)
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { throw SystemError(code: errno) }
    return FileStatus(information)
  }

  package static func resolvedPath(_ path: String) throws(SystemError) -> String {
    try check(path)
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError(code: errno) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  package static func checkWritable(_ path: String) throws(SystemError) {
    try expect(unsafe access(path, W_OK))
  }

  package static func setPermissions(_ permissions: UInt32, of descriptor: Int32)
    throws(SystemError)
  {
    try expect(fchmod(descriptor, mode_t(permissions)))
  }

  /// Gives a file a new name, instead of any file that has it.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    try expect(renameFile(path, newPath))
  }

  package static func remove(_ path: String) throws(SystemError) { try expect(unsafe unlink(path)) }

  /// The names in a directory, in no order.
  package static func names(inDirectory path: String) throws(SystemError) -> [String] {
    try check(path)
    guard let directory = unsafe opendir(path) else { throw SystemError(code: errno) }
    defer { unsafe closedir(directory) }
    // An entry is only as long as its name, so it must not be read as a whole.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe UnsafeRawPointer(entry) + offset
      names.append(unsafe String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    // Two entries stand for the directory itself and for the one above.
    return names.filter { $0 != "." && $0 != ".." }
  }

  static func expect(_ result: Int32) throws(SystemError) {
    guard result == 0 else { throw SystemError(code: errno) }
  }

  /// Refuses a path that C would cut short.
  private static func check(_ path: String) throws(SystemError) {
    guard !path.utf8.contains(0) else { throw .noSuchFile }
  }
}

extension FileDescriptor: ByteSource, ByteSink {
  /// Reads the bytes that are there, up to the end of the buffer; none at the end of the file.
  package func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(SystemError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe readBytes(number, UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
      }
      if count >= 0 { return count }
      try Platform.waitAfterError(number, for: POLLIN)
    }
  }

  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe writeBytes(number, UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
      if count >= 0 {
        start += count
      } else {
        try Platform.waitAfterError(number, for: POLLOUT)
      }
    }
  }

  package func seek(to offset: Int) throws(SystemError) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(code: errno) }
  }

  /// Returns another descriptor of the same thing, which is closed by itself.
  package func duplicated() throws(SystemError) -> FileDescriptor {
    let duplicate = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard duplicate >= 0 else { throw SystemError(code: errno) }
    return FileDescriptor(number: duplicate)
  }

  /// Closes the descriptor.
  ///
  /// - Throws: ``SystemError`` when bytes that were written before did not arrive.
  package func close() throws(SystemError) {
    guard closeFile(number) == 0 || errno == EINTR else { throw SystemError(code: errno) }
  }
}

extension SystemError {
  package static let noSuchFile = SystemError(code: ENOENT)
  package static let isDirectory = SystemError(code: EISDIR)
  static let notDirectory = SystemError(code: ENOTDIR)
  package static let linkLoop = SystemError(code: ELOOP)
  package static let alreadyExists = SystemError(code: EEXIST)
  static let damaged = SystemError(code: EBADMSG)
  package static let timedOut = SystemError(code: ETIMEDOUT)
  package static let tooLarge = SystemError(code: EFBIG)
  package static let brokenPipe = SystemError(code: EPIPE)
}

extension Platform {
  // MARK: Threads

  private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a body on a thread of its own.
  ///
  /// A queue of Dispatch never runs in a process whose parent has used one before the fork, and Python forks
  /// its workers.
  ///
  /// - Throws: ``SystemError`` if the system gives no thread.
  package static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(ThreadWork(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    let status = unsafe pthread_create(
      &thread,
      nil,
      { work in
        unsafe Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().body()
        return nil
      },
      work.toOpaque()
    )
    if let thread = unsafe thread, status == 0 { unsafe pthread_detach(thread) }
    #else
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { work in
        if let work = unsafe work {
          unsafe Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      },
      work.toOpaque()
    )
    if status == 0 { pthread_detach(thread) }
    #endif
    guard status != 0 else { return }
    unsafe work.release()
    throw SystemError(code: status)
  }
}

// The members of the types above have the names of these functions and would hide them.

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, buffer.baseAddress, buffer.count)
}

private func renameFile(_ path: String, _ newPath: String) -> Int32 { unsafe rename(path, newPath) }
