/// A program that was started.
struct ChildProcess: Sendable {
  /// The number by which the system knows it.
  let identifier: Int32

  /// What it reads.
  let input: FileDescriptor

  /// What it prints.
  let output: FileDescriptor

  /// The messages that it prints.
  let errors: FileDescriptor
}
