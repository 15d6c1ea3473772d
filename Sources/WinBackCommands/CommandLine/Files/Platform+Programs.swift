#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Platform {
  /// Starts a program that the user's path names, with its output in a pipe and without messages.
  static func start(
    _ name: String,
    _ arguments: [String],
    reading input: FileDescriptor
  ) throws(SystemError) -> ChildProcess {
    let output = try openPipe()
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, input.number, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writing.number, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // A closed pipe must end it, although we ignore that signal ourselves.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var strings = unsafe ([name] + arguments).map { unsafe strdup($0) }
    unsafe strings.append(nil)
    var identifier: pid_t = 0
    let code = unsafe posix_spawnp(&identifier, name, &actions, &attributes, strings, environ)
    unsafe strings.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    try? output.writing.close()
    guard code == 0 else {
      try? output.reading.close()
      throw SystemError(code: code)
    }
    return ChildProcess(identifier: identifier, output: output.reading)
  }

  /// Waits for the end of a program and returns its status; one that a signal ended has 128 more.
  static func wait(for process: ChildProcess) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process.identifier, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Opens a pipe that no other program inherits.
  private static func openPipe() throws(SystemError) -> (
    reading: FileDescriptor, writing: FileDescriptor
  ) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(number: ends[0]), FileDescriptor(number: ends[1]))
  }
}
