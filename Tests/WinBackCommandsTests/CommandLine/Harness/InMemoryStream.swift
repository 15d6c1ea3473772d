import Synchronization
import WinBackFiles

/// Bytes in memory that are read from the front and written at the end.
final class InMemoryStream: ByteSource, ByteSink {
  private let bytes: Mutex<ContiguousArray<UInt8>>

  init(_ text: String = "") {
    bytes = Mutex(ContiguousArray(text.utf8))
  }

  /// What was written and not read yet.
  var text: String {
    bytes.withLock { String(decoding: $0, as: UTF8.self) }
  }

  func read(into buffer: inout ContiguousArray<UInt8>, from start: Int) throws(SystemError) -> Int {
    let room = buffer.count - start
    let front = bytes.withLock { bytes in
      defer { bytes.removeFirst(min(room, bytes.count)) }
      return bytes.prefix(room)
    }
    buffer.replaceSubrange(start..<start + front.count, with: front)
    return front.count
  }

  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    let copy = unsafe bytes.withUnsafeBufferPointer { unsafe ContiguousArray($0) }
    self.bytes.withLock { $0 += copy }
  }
}
