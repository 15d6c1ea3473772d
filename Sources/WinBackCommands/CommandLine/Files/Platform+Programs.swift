#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Platform {
  /// Variables that our programs do not get, because they change what a program does.
  private static let foreignVariables = ["GIT_", "GZIP="]

  static func start(
    _ name: String,
    _ arguments: [String],
    setting variables: [String]
  ) throws(SystemError) -> ChildProcess {
    // A program may end before it has taken all bytes: then a write is an error, and no signal.
    signal(SIGPIPE, SIG_IGN)
    var pipes: [(reading: FileDescriptor, writing: FileDescriptor)] = []
    do throws(SystemError) {
      for _ in 0..<3 { pipes.append(try openPipe()) }
      let identifier = try spawn(
        [name] + arguments,
        variables,
        [pipes[0].reading, pipes[1].writing, pipes[2].writing]
      )
      for end in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { try? end.close() }
      return ChildProcess(
        identifier: identifier,
        input: pipes[0].writing,
        output: pipes[1].reading,
        errors: pipes[2].reading
      )
    } catch {
      for pipe in pipes {
        try? pipe.reading.close()
        try? pipe.writing.close()
      }
      throw error
    }
  }

  private static func spawn(
    _ words: [String],
    _ variables: [String],
    _ descriptors: [FileDescriptor]
  ) throws(SystemError) -> Int32 {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    for (number, descriptor) in descriptors.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.number, Int32(number))
    }
    // A closed pipe must end it, although we ignore that signal ourselves.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var strings = unsafe words.map { unsafe strdup($0) }
    unsafe strings.append(nil)
    let own = unsafe variables.map { unsafe strdup($0) }
    let names = variables.map { $0.prefix { $0 != "=" } + "=" }
    let environment =
      unsafe inheritedVariables(except: foreignVariables + names.map(String.init)) + own + [nil]
    var identifier: pid_t = 0
    let code = unsafe posix_spawnp(
      &identifier,
      words[0],
      &actions,
      &attributes,
      strings,
      environment
    )
    unsafe (strings + own).forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    guard code == 0 else { throw SystemError(code: code) }
    return identifier
  }

  /// The variables of our environment, as they are, without those that begin with one of the texts.
  private static func inheritedVariables(
    except prefixes: [String]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      if !prefixes.contains(where: { unsafe strncmp(variable, $0, $0.utf8.count) == 0 }) {
        unsafe variables.append(variable)
      }
      unsafe next += 1
    }
    return unsafe variables
  }

  /// Waits until one of two descriptors has bytes or has ended, and returns which.
  ///
  /// - Throws: ``SystemError/timedOut`` at the deadline.
  static func wait(
    forBytesOf first: Int32,
    or second: Int32?,
    until deadline: ContinuousClock.Instant?
  ) throws(SystemError) -> (first: Bool, second: Bool) {
    var requests = [first, second ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      var patience: Int32 = -1
      if let deadline {
        let left = deadline - ContinuousClock.now
        guard left > .zero else { throw .timedOut }
        patience = Int32(min(left / .milliseconds(1), 60_000).rounded(.up))
      }
      let count = unsafe poll(&requests, nfds_t(requests.count), patience)
      if count > 0 { return (requests[0].revents != 0, requests[1].revents != 0) }
      if count < 0, errno != EINTR { throw SystemError(code: errno) }
    }
  }

  static func kill(_ process: ChildProcess) { killProcess(process.identifier, SIGKILL) }

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

// The member of the type above has the name of this function and would hide it.

private func killProcess(_ identifier: pid_t, _ signal: Int32) {
  _ = kill(identifier, signal)
}
