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

  let identifier: Int32

  /// What it reads.
  let input: FileDescriptor

  private let output: FileDescriptor
  private let errors: FileDescriptor
  private let messages = Mutex(Messages())

  init(identifier: Int32, input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor) {
    self.identifier = identifier
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// Starts a program that the user's path names, with all that it reads and prints in pipes; its
  /// environment has variables such as `LC_ALL=C` instead of ours.
  package static func start(
    _ name: String,
    _ arguments: [String],
    setting variables: [String] = []
  ) throws(SystemError) -> ChildProcess {
    try Platform.start(name, arguments, setting: variables)
  }

  /// Reads bytes that it prints; see ``ByteSource``.
  ///
  /// - Throws: ``SystemError/timedOut`` if no bytes have come at the deadline.
  package func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int,
    until deadline: ContinuousClock.Instant? = nil
  ) throws(SystemError) -> Int {
    while true {
      let isOver = messages.withLock { $0.isOver }
      let ready = try Platform.wait(
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

  package func kill() { Platform.kill(self) }

  /// Waits until it has ended, and returns its status and the beginning of its messages; one that a
  /// signal ended has a status of 128 and the signal.
  package func end(
    until deadline: ContinuousClock.Instant? = nil
  ) throws(SystemError) -> (status: Int32, messages: String) {
    while !messages.withLock({ $0.isOver }) {
      _ = try Platform.wait(forBytesOf: errors.number, or: nil, until: deadline)
      try takeMessages()
    }
    let status = Platform.wait(for: self)
    try? output.close()
    try? errors.close()
    return (status, messages.withLock { String(decoding: $0.bytes, as: UTF8.self) })
  }
}
