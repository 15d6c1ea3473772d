/// Passages of objects that were read, with what they mean.
///
/// Objects of a file are alike: what stands between two values that are new in each object (dates,
/// identifiers) is mostly text that stood there before. Such a passage has been checked and
/// understood, so that it is compared and not read again. With the values between them read straight
/// from their places, scoring a file takes 8 % less time than with patterns of whole objects.
struct ObjectPassages<Meaning: Sendable>: Sendable {
  private struct Size: Sendable {
    var bytes = 0
    /// The number of blocks; 0 where there is no passage.
    var blocks = 0
  }

  /// Some bytes that are compared at once.
  private struct Block: Sendable {
    var bytes = SIMD4<UInt64>()
    /// The bits that must be the same.
    var mask = SIMD4<UInt64>()

    /// Takes the last bytes out of the comparison.
    mutating func cutEnd(by byteCount: Int) {
      for lane in mask.indices {
        let used = min(max(ByteLoads.windowSize &- byteCount &- 8 &* lane, 0), 8)
        // The shift gives 0 for no bytes at all.
        mask[lane] = ~(UInt64.max << UInt64(8 &* used)).littleEndian
      }
      bytes &= mask
    }
  }

  /// The most passages that are known.
  static var limit: Int { ordinalLimit * choiceLimit }
  /// The most passages of an object; what comes after them is read anew.
  private static var ordinalLimit: Int { 16 }
  /// The most passages that are known at the same place of objects.
  private static var choiceLimit: Int { 4 }
  /// The most blocks of a passage, half a kilobyte.
  private static var blockLimit: Int { 16 }

  // One array for all passages, and not one each: nothing is allocated, and no reference counted.
  private var sizes = ContiguousArray(repeating: Size(), count: limit)
  private var meanings: ContiguousArray<Meaning>
  private var blocks = ContiguousArray(
    repeating: Block(),
    count: limit * blockLimit
  )
  /// The passage that was found last at each place.
  private var latest = ContiguousArray((0..<ordinalLimit).map { $0 * choiceLimit })

  /// Creates a table without passages.
  ///
  /// - Parameter nothing: Stands for the meanings until there are any.
  init(nothing: Meaning) {
    meanings = ContiguousArray(repeating: nothing, count: Self.limit)
  }

  /// Looks for the passage that stands at an offset.
  ///
  /// - Parameters:
  ///   - ordinal: How many passages of the object come before it.
  ///   - offset: Where it starts.
  ///   - text: All text.
  /// - Returns: Its index; nil where none is known.
  @inline(__always)
  mutating func find(_ ordinal: Int, at offset: Int, in text: borrowing ByteLoads) -> Int? {
    guard ordinal < Self.ordinalLimit else { return nil }
    let latest = latest[ordinal]
    if matches(latest, at: offset, in: text) { return latest }
    return findOther(ordinal, at: offset, in: text)
  }

  @inline(never)
  private mutating func findOther(
    _ ordinal: Int,
    at offset: Int,
    in text: borrowing ByteLoads
  ) -> Int? {
    let first = ordinal &* Self.choiceLimit
    for index in first..<first &+ Self.choiceLimit
    where index != latest[ordinal] && matches(index, at: offset, in: text) {
      latest[ordinal] = index
      return index
    }
    return nil
  }

  @inline(__always)
  private func matches(_ index: Int, at offset: Int, in text: borrowing ByteLoads) -> Bool {
    let count = sizes[index].blocks
    guard count > 0, let windows = text.windows(count, at: offset) else { return false }
    let first = index &* Self.blockLimit
    let blocks = blocks.span.extracting(first..<first &+ count)
    for block in blocks.indices {
      let differences = (windows[block] & blocks[block].mask) ^ blocks[block].bytes
      let folded = differences.lowHalf | differences.highHalf
      guard folded[0] | folded[1] == 0 else { return false }
    }
    return true
  }

  /// Returns the number of bytes of a passage.
  @inline(__always)
  func byteCount(of index: Int) -> Int {
    sizes[index].bytes
  }

  /// What a passage means.
  @inline(__always)
  subscript(index: Int) -> Meaning {
    meanings[index]
  }

  /// Takes a passage.
  ///
  /// - Parameters:
  ///   - range: Where it stands.
  ///   - ordinal: How many passages of the object come before it.
  ///   - meaning: What it means.
  ///   - text: All text.
  /// - Returns: Its index; nil where it is too long or too near the end of the text.
  mutating func learn(
    _ range: Range<Int>,
    _ ordinal: Int,
    _ meaning: Meaning,
    in text: borrowing ByteLoads
  ) -> Int? {
    let count = (range.count &+ ByteLoads.windowSize &- 1) / ByteLoads.windowSize
    guard ordinal < Self.ordinalLimit, count <= Self.blockLimit,
      let windows = text.windows(count, at: range.lowerBound)
    else { return nil }
    // The one after the latest is the one that was learnt first, or one that was not found since.
    let first = ordinal &* Self.choiceLimit
    let index = first &+ (latest[ordinal] &- first &+ 1) % Self.choiceLimit
    latest[ordinal] = index
    sizes[index] = Size(bytes: range.count, blocks: count)
    meanings[index] = meaning
    let firstBlock = index &* Self.blockLimit
    for block in 0..<count {
      blocks[firstBlock &+ block] = Block(bytes: windows[block], mask: SIMD4(repeating: .max))
    }
    if count > 0 {
      let unused = count &* ByteLoads.windowSize &- range.count
      blocks[firstBlock &+ count &- 1].cutEnd(by: unused)
    }
    return index
  }

  /// Gives up a passage.
  mutating func forget(_ index: Int) {
    sizes[index].blocks = 0
  }
}
