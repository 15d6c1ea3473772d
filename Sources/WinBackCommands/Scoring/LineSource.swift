import Synchronization

/// An input that is handed out in blocks of whole lines, to whichever thread asks next.
final class LineSource: Sendable {
  /// How many bytes a block has, unless a line is longer. Large enough that handing out costs
  /// nothing, small enough to stay in the processor's cache.
  private static let blockSize = 1 << 20

  /// The longest line that is read.
  static let lineLimit = 64 << 20

  private struct State {
    var nextNumber = 0
    /// The offset of the first byte that has not been handed out.
    var offset: Int
    /// The bytes after the last line end that was read.
    var rest: ContiguousArray<UInt8> = []
    var isAtEnd = false
  }

  private let input: InputFile
  private let source: any ByteSource
  private let range: ByteRange?
  private let interruption: Interruption
  private let state: Mutex<State>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - input: The name of the input.
  ///   - source: The bytes, from their start.
  ///   - range: Hands out only the lines that start in this range.
  ///   - offset: Hands out only what comes after; a line starts there.
  ///   - interruption: Ends the input early.
  init(
    _ input: InputFile, _ source: any ByteSource, range: ByteRange?, from offset: Int,
    _ interruption: Interruption
  ) throws(CommandFailure) {
    self.input = input
    self.source = source
    self.range = range
    self.interruption = interruption
    let start = max(offset, range?.start ?? 0)
    var state = State(offset: start)
    // A line starts at the range's first byte only where the byte before it ends one.
    let before = start == (range?.start ?? 0) && start > 0 ? 1 : 0
    try Self.skip(start - before, of: source, input)
    if before == 1 { try Self.skipLine(&state, of: source, input) }
    self.state = Mutex(state)
  }

  /// Fills a block with the next lines.
  ///
  /// - Returns: Whether there were any.
  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try interruption.check()
    return try state.withLock { state throws(CommandFailure) in
      if let range, state.offset >= range.end { return false }
      guard try fill(&block, &state) else { return false }
      trim(&block, to: range, &state)
      guard !block.range.isEmpty else { return false }
      block.number = state.nextNumber
      state.nextNumber += 1
      state.offset += block.range.count
      block.endOffset = state.offset
      return true
    }
  }

  /// Reads whole lines into a block; keeps the start of the line after them.
  private func fill(
    _ block: inout LineBlock, _ state: inout State
  ) throws(CommandFailure) -> Bool {
    let start = block.reserve(Self.blockSize, besides: state.rest.count)
    var end = start
    for byte in state.rest {
      block.bytes[end] = byte
      end += 1
    }
    state.rest.removeAll(keepingCapacity: true)
    var searched = start
    while !state.isAtEnd {
      if end == block.bytes.count {
        guard end - start < Self.lineLimit else { throw tooLong(state) }
        block.bytes.append(contentsOf: repeatElement(0, count: end))
      }
      let count = try Self.read(source, into: &block.bytes, from: end, input)
      state.isAtEnd = count == 0
      end += count
      guard end == block.bytes.count || state.isAtEnd else { continue }
      if let lineEnd = block.bytes[searched..<end].lastIndex(of: UInt8(ascii: "\n")) {
        state.rest.append(contentsOf: block.bytes[(lineEnd + 1)..<end])
        block.range = start..<lineEnd + 1
        return true
      }
      searched = end
    }
    block.range = start..<end
    return start < end
  }

  /// Takes off the lines that start behind the range.
  private func trim(_ block: inout LineBlock, to range: ByteRange?, _ state: inout State) {
    guard let range, state.offset + block.range.count > range.end else { return }
    let last = block.range.lowerBound + (range.end - state.offset) - 1
    let lineEnd = block.bytes[last..<block.range.upperBound].firstIndex(of: UInt8(ascii: "\n"))
    block.range = block.range.lowerBound..<(lineEnd ?? block.range.upperBound - 1) + 1
  }

  private func tooLong(_ state: State) -> CommandFailure {
    CommandFailure(
      .badData,
      [
        Diagnostic(
          .error,
          "expected lines of at most \(Self.lineLimit >> 20) MiB, found a longer one from byte "
            + "\(state.offset) on",
          file: input.name)
      ])
  }

  // MARK: - The start of a range

  private static func read(
    _ source: any ByteSource, into bytes: inout ContiguousArray<UInt8>, from start: Int,
    _ input: InputFile
  ) throws(CommandFailure) -> Int {
    do {
      return try source.read(into: &bytes, from: start)
    } catch {
      throw input.failure(reading: error)
    }
  }

  private static func skip(
    _ count: Int, of source: any ByteSource, _ input: InputFile
  ) throws(CommandFailure) {
    guard count > 0 else { return }
    if let seekable = source as? any SeekableByteSource, (try? seekable.seek(to: count)) != nil {
      return
    }
    var left = count
    while left > 0 {
      var bytes = ContiguousArray<UInt8>(repeating: 0, count: min(left, blockSize))
      let read = try read(source, into: &bytes, from: 0, input)
      guard read > 0 else { return }
      left -= read
    }
  }

  /// Skips to the first line that starts at the offset or behind it.
  private static func skipLine(
    _ state: inout State, of source: any ByteSource, _ input: InputFile
  ) throws(CommandFailure) {
    state.offset -= 1
    while true {
      var bytes = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
      let count = try read(source, into: &bytes, from: 0, input)
      guard count > 0 else {
        state.isAtEnd = true
        return
      }
      if let end = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) {
        state.offset += end + 1
        state.rest.append(contentsOf: bytes[(end + 1)..<count])
        return
      }
      state.offset += count
    }
  }
}

extension LineBlock {
  /// Makes room and returns where to put the first byte.
  ///
  /// What is read from the system should begin on a page: reading to 16 bytes behind one took 4.7
  /// times as long where this was measured. What is left of the last block goes before it.
  fileprivate mutating func reserve(_ count: Int, besides rest: Int) -> Int {
    let page = Platform.pageSize
    let headroom = (rest + 2 * page - 1) / page * page
    let needed = headroom + count + page
    if bytes.count < needed { bytes = ContiguousArray(repeating: 0, count: needed) }
    let misalignment = Platform.offsetInPage(of: bytes)
    let aligned = (page - misalignment) % page
    return headroom + aligned - rest
  }
}
