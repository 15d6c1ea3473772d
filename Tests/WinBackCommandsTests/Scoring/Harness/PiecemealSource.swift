import Synchronization
import WinBackCommands

/// Bytes that come in small pieces, and may break off.
struct PiecemealSource: ByteSource {
  private let bytes: ContiguousArray<UInt8>
  private let pieceSize: Int
  private let failure: SystemError?
  private let position = Position()

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
    let range = position.advance(by: min(pieceSize, buffer.count - start), upTo: bytes.count)
    if range.isEmpty, let failure { throw failure }
    buffer.replaceSubrange(start..<start + range.count, with: bytes[range])
    return range.count
  }

  /// The same bytes, of which any can be gone to.
  var seekable: some ByteSource { SeekablePiecemealSource(source: self) }

  private struct SeekablePiecemealSource: SeekableByteSource {
    let source: PiecemealSource

    func read(
      into buffer: inout ContiguousArray<UInt8>,
      from start: Int
    ) throws(SystemError) -> Int {
      try source.read(into: &buffer, from: start)
    }

    func seek(to offset: Int) {
      source.position.move(to: offset)
    }
  }

  private final class Position: Sendable {
    private let offset = Mutex(0)

    func advance(by count: Int, upTo end: Int) -> Range<Int> {
      offset.withLock { offset in
        let start = min(offset, end)
        offset = min(start + count, end)
        return start..<offset
      }
    }

    func move(to offset: Int) {
      self.offset.withLock { $0 = offset }
    }
  }
}
