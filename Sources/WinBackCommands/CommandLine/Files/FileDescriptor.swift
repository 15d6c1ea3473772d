/// An open file, pipe, device or terminal.
package struct FileDescriptor: Sendable, Hashable {
  let number: Int32

  static let standardInput = FileDescriptor(number: 0)
  static let standardOutput = FileDescriptor(number: 1)
  static let standardError = FileDescriptor(number: 2)

  /// Returns another descriptor of the same thing, which is closed by itself.
  func duplicated() throws(SystemError) -> FileDescriptor {
    FileDescriptor(number: try Platform.duplicate(number))
  }

  /// Closes the descriptor.
  ///
  /// - Throws: ``SystemError`` when bytes that were written before did not arrive.
  package func close() throws(SystemError) { try Platform.close(number) }
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
  package func seek(to offset: Int) throws(SystemError) { try Platform.seek(number, to: offset) }
}

extension FileDescriptor: ByteSink {
  package func write(_ bytes: Span<UInt8>) throws(SystemError) { try Platform.write(number, bytes) }
}

package struct SystemError: Error, Sendable, Hashable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The reason as the end of a sentence: lower case, no full stop.
  package var reason: String {
    switch self {
    case .noSuchFile: "no such file"
    case .isDirectory: "it is a directory"
    case .notDirectory: "a part of the path is not a directory"
    default: lowercasedFirst(Platform.message(of: code))
    }
  }

  private func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension ContiguousArray<UInt8> {
  /// Zeros to copy.
  ///
  /// Copying is fast in a build that is not optimized, too; repeating an element is not.
  private static let zeros = ContiguousArray(repeating: 0, count: 1 << 14)

  /// Appends zeros, which make room for bytes to come.
  ///
  /// - Complexity: O(*n*) for *n* zeros.
  mutating func appendZeros(_ count: Int) {
    var rest = count
    while rest > 0 {
      let part = Swift.min(rest, Self.zeros.count)
      unsafe Self.zeros.withUnsafeBufferPointer { zeros in
        unsafe append(contentsOf: UnsafeBufferPointer(rebasing: zeros[..<part]))
      }
      rest -= part
    }
  }
}
