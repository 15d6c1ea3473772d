import Synchronization

/// A source whose first bytes have been looked at, and which gives them once more.
final class PeekedSource: SeekableByteSource {
  /// Where the rest comes from; nil if there is none.
  private let source: (any ByteSource)?
  /// The bytes that were looked at and not given yet.
  private let head: Mutex<ArraySlice<UInt8>>

  init(_ source: (any ByteSource)?, head: ContiguousArray<UInt8>) {
    self.source = source
    self.head = Mutex(ArraySlice(head))
  }

  func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(SystemError) -> Int {
    let first = head.withLock { head in
      let first = head.prefix(buffer.count - start)
      head = head.dropFirst(first.count)
      return first
    }
    guard first.isEmpty else {
      buffer.replaceSubrange(start..<start + first.count, with: first)
      return first.count
    }
    return try source?.read(into: &buffer, from: start) ?? 0
  }

  func seek(to offset: Int) throws(SystemError) {
    guard let source = source as? any SeekableByteSource else { throw .notSeekable }
    try source.seek(to: offset)
    head.withLock { $0 = [] }
  }
}
