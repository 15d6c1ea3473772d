import Synchronization
import WinBackFormats

/// An input that is handed out in blocks of whole lines, to the next thread that asks.
package final class LineSource: BlockSource {
  private struct State {
    /// The offset of the first byte that has not been handed out.
    var offset = 0
    /// The number of blocks that have been handed out.
    var count = 0
    /// The bytes after the last line end that was read.
    var rest: ContiguousArray<UInt8> = []
    var isAtEnd = false
  }

  private let input: StreamedInput
  private let range: ByteRange
  private let blockSize: Int
  private let lineLimit: Int
  private let state = Mutex(State())

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - input: The bytes, from their start.
  ///   - range: Hands out only the lines that start in this range.
  ///   - offset: Hands out only what comes after, as an earlier run has left it; 0 for all.
  ///   - blockSize: How many bytes a block has, unless a line is longer.
  ///   - lineLimit: How many bytes a line may have.
  /// - Throws: ``CommandFailure`` if the input cannot be read.
  package init(
    _ input: StreamedInput,
    range: ByteRange = .all,
    from offset: Int = 0,
    blockSize: Int,
    lineLimit: Int = 64 << 20
  ) throws(CommandFailure) {
    self.input = input
    self.range = range
    // One byte more than the file has, so that its end shows.
    self.blockSize = min(blockSize, (input.byteCount ?? blockSize) &+ 1)
    self.lineLimit = lineLimit
    try state.withLock { state throws(CommandFailure) in
      if offset > 0 {
        try skip(to: offset, &state)
      } else if range.start > 0 {
        // A line starts at the range's first byte only where the byte before it ends one.
        try skip(to: range.start - 1, &state)
        try skipLine(&state)
      }
    }
  }

  /// Fills a block with the next lines.
  ///
  /// - Returns: Whether there were any; none after a failure.
  /// - Throws: ``CommandFailure`` if the input cannot be read, or a line is too long.
  /// - Complexity: O(*n*) for *n* bytes of the block.
  package func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      guard state.offset < range.end else { return false }
      do throws(CommandFailure) {
        try fill(&block, &state)
      } catch {
        // What comes after is not read: to know what it is one would have to know what was here.
        state.isAtEnd = true
        throw error
      }
      guard !block.range.isEmpty else { return false }
      block.offset = state.offset
      block.number = state.count
      trim(&block)
      state.offset = block.endOffset
      state.count += 1
      return true
    }
  }

  /// Reads whole lines into a block; keeps the start of the line after them.
  private func fill(_ block: inout LineBlock, _ state: inout State) throws(CommandFailure) {
    // Never more than a line may have, and one byte by which a longer one shows.
    let room = max(1, min(blockSize, lineLimit + 1 - state.rest.count))
    let start = block.reserve(room, after: state.rest)
    var end = start + state.rest.count
    var searched = start
    state.rest.removeAll(keepingCapacity: true)
    while !state.isAtEnd {
      if end == block.bytes.count {
        let lineStart = block.bytes.rawBytes.startOfLine(before: end)
        if lineStart > searched {
          state.rest.append(contentsOf: block.bytes[lineStart...])
          block.range = start..<lineStart
          return
        }
        searched = end
        guard end - start <= lineLimit else { throw tooLong(at: state.offset) }
        let count = min(end - start, lineLimit + 1 - (end - start))
        block.bytes.appendZeros(count)
      }
      let count = try input.read(into: &block.bytes, from: end)
      end += count
      state.isAtEnd = count == 0
    }
    block.range = start..<end
  }

  /// Takes off the lines that start behind the range.
  private func trim(_ block: inout LineBlock) {
    guard block.endOffset > range.end else { return }
    let last = block.range.lowerBound + (range.end - block.offset) - 1
    guard let end = block.bytes[last..<block.range.upperBound].firstIndex(of: UInt8(ascii: "\n"))
    else { return }
    block.range = block.range.lowerBound..<end + 1
  }

  // MARK: - The start

  private func skip(to offset: Int, _ state: inout State) throws(CommandFailure) {
    state.offset = offset
    state.isAtEnd = try !input.skip(to: offset)
  }

  /// Skips what comes before the next line end, and that.
  private func skipLine(_ state: inout State) throws(CommandFailure) {
    while !state.isAtEnd {
      var bytes = ContiguousArray<UInt8>(repeating: 0, count: blockSize)
      let count = try input.read(into: &bytes, from: 0)
      if let end = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) {
        state.offset += end + 1
        state.rest.append(contentsOf: bytes[(end + 1)..<count])
        return
      }
      state.offset += count
      state.isAtEnd = count == 0
    }
  }

  private func tooLong(at offset: Int) -> CommandFailure {
    input.failure(
      "expected lines of at most \(lineLimit) bytes, found a longer one from byte \(offset) on"
    )
  }
}

extension LineBlock {
  /// Makes room for some bytes, puts what is left of the last block before them, and returns where.
  ///
  /// What is read from the system should go to the start of a page: to 16 bytes behind one took 4.7
  /// times as long where this was measured.
  mutating func reserve(_ count: Int, after rest: ContiguousArray<UInt8>) -> Int {
    let page = Platform.pageSize
    let headroom = (rest.count + 2 * page - 1) / page * page
    if bytes.capacity < headroom + count { bytes = [] }
    bytes.reserveCapacity(headroom + count)
    let misalignment = Platform.offsetInPage(of: bytes)
    let readStart = headroom - misalignment
    resize(to: readStart + count)
    bytes.replaceSubrange(readStart - rest.count..<readStart, with: rest)
    return readStart - rest.count
  }

  private mutating func resize(to count: Int) {
    if bytes.count > count {
      bytes.removeLast(bytes.count - count)
    } else {
      bytes.appendZeros(count - bytes.count)
    }
  }
}
