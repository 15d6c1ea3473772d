/// An open file, pipe, device or terminal.
package struct FileDescriptor: ByteSource, Hashable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static let standardInput = FileDescriptor(number: 0)
  package static let standardOutput = FileDescriptor(number: 1)
  package static let standardError = FileDescriptor(number: 2)

  /// Returns another descriptor of the same thing, which is closed by itself.
  func duplicated() throws(SystemError) -> FileDescriptor {
    FileDescriptor(number: try Platform.duplicate(number))
  }

  /// Closes the descriptor.
  ///
  /// - Throws: ``SystemError`` when bytes that were written before did not arrive.
  package func close() throws(SystemError) { try Platform.close(number) }

  package func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(SystemError) -> Int {
    try Platform.read(number, into: &buffer, from: start)
  }
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
    default: Platform.message(of: code).lowercasedFirst
    }
  }
}

extension ContiguousArray<UInt8> {
  /// Zeros to copy.
  ///
  /// Copying is fast in a build that is not optimized, too; repeating an element is not.
  private static let zeros = ContiguousArray(repeating: 0, count: 1 << 14)

  /// Appends zeros, which make room for bytes to come.
  package mutating func appendZeros(_ count: Int) {
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
