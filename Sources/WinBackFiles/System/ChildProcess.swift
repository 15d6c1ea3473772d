#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

package import Dispatch
import Synchronization

/// A program that was started.
///
/// A read of what it prints takes its messages, too. So it never waits for a reader of one pipe while
/// we wait for bytes of the other.
package final class ChildProcess: Sendable {
  private struct Messages {
    var bytes: ContiguousArray<UInt8> = []
    var isOver = false
  }

  private static let messageLimit = 1 << 12

  /// Variables that our programs do not get, because they change what a program does.
  private static let foreignVariables = ["GIT_", "GZIP="]

  private let identifier: Int32
  package let input: FileDescriptor
  private let output: FileDescriptor
  private let errors: FileDescriptor
  private let messages = Mutex(Messages())

  /// Starts a program that is in an absolute folder of the user's path, with all that it reads and
  /// prints in pipes; its environment has variables such as `LC_ALL=C` instead of ours.
  package init(
    starting name: String,
    _ arguments: [String],
    setting variables: [String] = []
  ) throws(SystemError) {
    // A program may end before it has taken all bytes: then a write is an error, and no signal.
    signal(SIGPIPE, SIG_IGN)
    var pipes: [(reading: FileDescriptor, writing: FileDescriptor)] = []
    do throws(SystemError) {
      for _ in 0..<3 { pipes.append(try Self.openPipe()) }
      let ends = [pipes[0].reading, pipes[1].writing, pipes[2].writing]
      identifier = try Self.spawn([name] + arguments, variables, ends)
      for end in ends { try? end.close() }
      (input, output, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
    } catch {
      for pipe in pipes {
        try? pipe.reading.close()
        try? pipe.writing.close()
      }
      throw error
    }
  }

  /// Reads bytes that it prints; see ``ByteSource``.
  ///
  /// - Throws: ``SystemError/timedOut`` if no bytes have come at the deadline.
  package func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int,
    until deadline: DispatchTime? = nil
  ) throws(SystemError) -> Int {
    while true {
      let isOver = messages.withLock { $0.isOver }
      let ready = try Self.wait(
        forBytesOf: output.number,
        or: isOver ? nil : errors.number,
        until: deadline
      )
      if ready.second { try takeMessages() }
      if ready.first { return try output.read(into: &buffer, from: start) }
    }
  }

  private func takeMessages() throws(SystemError) {
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: Self.messageLimit)
    let count = try errors.read(into: &bytes, from: 0)
    messages.withLock { messages in
      messages.isOver = count == 0
      messages.bytes += bytes.prefix(min(count, Self.messageLimit - messages.bytes.count))
    }
  }

  package func kill() { killProcess(identifier, SIGKILL) }

  /// Waits until it has ended, and returns its status and the beginning of its messages; one that a
  /// signal ended has a status of 128 and the signal.
  package func end(
    until deadline: DispatchTime? = nil
  ) throws(SystemError) -> (status: Int32, messages: String) {
    while !messages.withLock({ $0.isOver }) {
      _ = try Self.wait(forBytesOf: errors.number, or: nil, until: deadline)
      try takeMessages()
    }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    try? output.close()
    try? errors.close()
    return (
      status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
      messages.withLock { String(decoding: $0.bytes, as: UTF8.self) }
    )
  }

  /// Returns the first program of a name in the folders of a path.
  ///
  /// An empty or a relative entry is a folder of the repository that is read, and nobody has to trust that.
  package static func path(of name: String, in folders: String) throws(SystemError) -> String {
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      if unsafe access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
    }
    throw SystemError(code: ENOENT)
  }

  private static func spawn(
    _ words: [String],
    _ variables: [String],
    _ descriptors: [FileDescriptor]
  ) throws(SystemError) -> Int32 {
    let folders = Platform.environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    let path = try path(of: words[0], in: folders)
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
    // It is not us who wait for its signals.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    )
    var strings = unsafe words.map { unsafe strdup($0) }
    unsafe strings.append(nil)
    let own = unsafe variables.map { unsafe strdup($0) }
    let names = variables.map { $0.prefix { $0 != "=" } + "=" }
    let environment =
      unsafe inheritedVariables(except: foreignVariables + names.map(String.init)) + own + [nil]
    var identifier: pid_t = 0
    let code = unsafe posix_spawn(
      &identifier,
      path,
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
  private static func wait(
    forBytesOf first: Int32,
    or second: Int32?,
    until deadline: DispatchTime?
  ) throws(SystemError) -> (first: Bool, second: Bool) {
    var requests = [first, second ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      var patience: Int32 = -1
      if let deadline {
        let now = DispatchTime.now()
        guard deadline > now else { throw .timedOut }
        let left = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 + 1
        patience = Int32(min(left, 60_000))
      }
      let count = unsafe poll(&requests, nfds_t(requests.count), patience)
      if count > 0 { return (requests[0].revents != 0, requests[1].revents != 0) }
      if count < 0, errno != EINTR { throw SystemError(code: errno) }
    }
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

// MARK: - Calls to the operating system

// The member of the type above has the name of this function and would hide it.

private func killProcess(_ identifier: pid_t, _ signal: Int32) { _ = kill(identifier, signal) }
