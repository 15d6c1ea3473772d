import Synchronization
import WinBackFiles

/// Bytes that come in small pieces, and may break off.
final class PiecemealSource: ByteSource {
  private let bytes: ContiguousArray<UInt8>
  private let pieceSize: Int
  private let failure: SystemError?
  private let offset = Mutex(0)

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - pieceSize: The most that one call reads.
  ///   - failure: What happens in place of the end.
  init(_ bytes: ContiguousArray<UInt8>, pieceSize: Int, endingWith failure: SystemError? = nil) {
    self.bytes = bytes
    self.pieceSize = pieceSize
    self.failure = failure
  }

  func read(into buffer: inout ContiguousArray<UInt8>, from start: Int) throws(SystemError) -> Int {
    let count = min(pieceSize, buffer.count - start)
    let range = offset.withLock { offset in
      let first = min(offset, bytes.count)
      offset = min(first + count, bytes.count)
      return first..<offset
    }
    if range.isEmpty, let failure { throw failure }
    buffer.replaceSubrange(start..<start + range.count, with: bytes[range])
    return range.count
  }
}
