/// An open file, pipe, device or terminal.
package struct FileDescriptor: Sendable, Hashable {
  /// The number by which the system knows it.
  let number: Int32

  /// The descriptor of standard input.
  static let standardInput = FileDescriptor(number: 0)

  /// The descriptor of standard output.
  static let standardOutput = FileDescriptor(number: 1)

  /// The descriptor of standard error.
  static let standardError = FileDescriptor(number: 2)

  /// Returns another descriptor of the same thing, which is closed by itself.
  func duplicated() throws(SystemError) -> FileDescriptor {
    FileDescriptor(number: try Platform.duplicate(number))
  }

  /// Closes the descriptor.
  ///
  /// - Throws: ``SystemError`` when bytes that were written before did not arrive.
  package func close() throws(SystemError) {
    try Platform.close(number)
  }
}

extension FileDescriptor: ByteSource {
  package func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(SystemError) -> Int {
    try Platform.read(number, into: &buffer, from: start)
  }
}

extension FileDescriptor: SeekableByteSource {
  package func seek(to offset: Int) throws(SystemError) {
    try Platform.seek(number, to: offset)
  }
}

extension FileDescriptor: ByteSink {
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try Platform.write(number, bytes)
  }
}
