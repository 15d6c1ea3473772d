/// A file that is not on the disk: another program holds it, which runs the command.
package enum MemoryFile: Sendable {
  /// An input that is read as often as the command needs it.
  case text(ContiguousArray<UInt8>)
  /// An input that is read once.
  case source(any ByteSource)
  case sink(any ByteSink)
}

/// Something that bytes are read from.
package protocol ByteSource: Sendable {
  /// Whether the header of a table is its first line; if not, lines are the rows of a frame.
  var countsHeader: Bool { get }

  /// Reads the bytes that are there, waiting for the first one.
  ///
  /// - Parameters:
  ///   - buffer: Where the bytes go; it keeps its size, and what fits is the most that is read.
  ///   - start: The index of the first byte that is overwritten; less than the size.
  /// - Returns: How many bytes were read; zero at the end.
  /// - Throws: ``SystemError`` when the system cannot read.
  func read(into buffer: inout ContiguousArray<UInt8>, from start: Int) throws(SystemError) -> Int
}

extension ByteSource {
  package var countsHeader: Bool { true }

  /// Reads until some storage is full.
  ///
  /// - Returns: Whether no more bytes come.
  /// - Throws: ``SystemError`` when the system cannot read.
  package func fill(
    _ bytes: inout ContiguousArray<UInt8>,
    from end: inout Int
  ) throws(SystemError) -> Bool {
    while end < bytes.count {
      let count = try read(into: &bytes, from: end)
      guard count > 0 else { return true }
      end += count
    }
    return false
  }
}

/// Something that bytes are written to.
package protocol ByteSink: Sendable {
  /// Writes all bytes, in one piece where the system can.
  func write(_ bytes: Span<UInt8>) throws(SystemError)
}
