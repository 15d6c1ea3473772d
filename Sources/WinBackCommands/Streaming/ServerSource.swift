import Synchronization
import WinBackFormats

/// Documents of the App Store Server API, handed out in blocks of whole customers.
///
/// The documents of a customer may continue in the next file, so that what is left of one file
/// comes before the next one.
final class ServerSource: BlockSource {
  /// What is left of the files before.
  struct Rest: Sendable {
    var bytes: ContiguousArray<UInt8> = []
    /// Where the bytes come from.
    var origins: ContiguousArray<RowOrigin> = []
  }

  private struct State {
    var rest: Rest
    var reader: ServerReader
    var count = 0
    var isAtEnd = false
  }

  /// How many bytes the documents of a customer can have.
  private static let customerLimit = InputFile.defaultLimit

  /// How many bytes are in one block, so that documents may come in any order there.
  private static let gatheredSize = 1 << 24

  private let input: StreamedInput
  private let isLast: Bool
  private let blockSize: Int
  private let state: Mutex<State>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - input: The bytes of a file, from their start.
  ///   - place: Which file it is, and how far an earlier run has come in it.
  ///   - rest: What is left of the files before.
  ///   - isLast: Whether no file comes after it.
  ///   - options: How documents are read.
  ///   - blockSize: How many bytes a block has, unless a customer has more.
  /// - Throws: ``CommandFailure`` if the input cannot be read.
  init(
    _ input: StreamedInput,
    at place: HistoryPlace,
    after rest: Rest,
    isLast: Bool,
    _ options: HistoryOptions,
    blockSize: Int
  ) throws(CommandFailure) {
    self.input = input
    self.isLast = isLast
    self.blockSize = blockSize
    var rest = rest
    rest.origins.append(RowOrigin(start: rest.bytes.count, place: place))
    state = Mutex(State(rest: rest, reader: ServerReader(options)))
    try input.skip(to: place.offset)
  }

  /// What is left when no more blocks come.
  var rest: Rest { state.withLock { $0.rest } }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    try state.withLock { state throws(CommandFailure) in
      do throws(CommandFailure) {
        try fill(&block, &state)
      } catch {
        state.isAtEnd = true
        throw error
      }
      guard !block.range.isEmpty else { return false }
      block.number = state.count
      state.count += 1
      return true
    }
  }

  private func fill(_ block: inout LineBlock, _ state: inout State) throws(CommandFailure) {
    // Of a short file no more than it has.
    let size = min(blockSize, max(1 << 16, input.byteCount ?? blockSize) + 1)
    let start = block.reserve(size, after: state.rest.bytes)
    var end = start + state.rest.bytes.count
    while true {
      while !state.isAtEnd, end < block.bytes.count {
        let count = try input.read(into: &block.bytes, from: end)
        end += count
        state.isAtEnd = count == 0
        // The next file begins on a line of its own.
        if state.isAtEnd, !isLast, end > start {
          block.bytes.replaceSubrange(end..., with: CollectionOfOne(UInt8(ascii: "\n")))
          end += 1
        }
      }
      let cut = cut(of: block.bytes, start..<end, &state)
      guard cut == 0, !state.isAtEnd else { return hand(out: cut, start..<end, &block, &state) }
      guard end - start <= Self.customerLimit else {
        throw input.failure(
          "expected at most \(Self.customerLimit >> 20) MiB of documents of one customer, found more"
        )
      }
      block.bytes.appendZeros(end - start)
    }
  }

  /// Returns where in some bytes the documents of the last customer start who may continue behind
  /// them.
  private func cut(
    of bytes: ContiguousArray<UInt8>,
    _ range: Range<Int>,
    _ state: inout State
  ) -> Int {
    guard !state.isAtEnd || !isLast else { return range.count }
    guard range.count >= Self.gatheredSize else { return 0 }
    return state.reader.lastStart(in: bytes.rawBytes.extracting(range))
  }

  /// Leaves what is behind the cut for the next block.
  private func hand(
    out cut: Int,
    _ range: Range<Int>,
    _ block: inout LineBlock,
    _ state: inout State
  ) {
    block.range = range.lowerBound..<range.lowerBound + cut
    block.origins = state.rest.origins
    let place = block.place(of: cut)
    block.end = place
    let later = state.rest.origins.filter { $0.start > cut }.map { origin in
      RowOrigin(start: origin.start - cut, place: origin.place)
    }
    state.rest.origins = [RowOrigin(start: 0, place: place)] + later
    state.rest.bytes.removeAll(keepingCapacity: true)
    state.rest.bytes.append(contentsOf: block.bytes[block.range.upperBound..<range.upperBound])
  }
}
