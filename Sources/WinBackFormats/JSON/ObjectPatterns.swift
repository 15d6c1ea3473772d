/// The texts of a few objects, with gaps for the values that are others in every object.
///
/// Objects of a file are alike: most have the same keys in the same order, and but for dates and
/// identifiers the same values. One that matches a pattern has been checked and understood before,
/// except for its gaps, so that only these are read. Three quarters of the transactions of a file
/// match, and reading it takes a fifth fewer instructions.
struct ObjectPatterns<Key: Sendable>: Sendable {
  /// A value that is another one in every object.
  struct Gap: Sendable {
    /// The key; nil for one that the reader skips.
    let key: Key?
    /// Where the value stands, from the brace that opens the object.
    let start: Int
    let end: Int
  }

  /// How much there is of a pattern.
  private struct Size: Sendable {
    /// The number of bytes, from brace to brace; 0 for a place without a pattern.
    var bytes = 0
    var blocks = 0
    var gaps = 0
  }

  /// Some bytes that are compared at once.
  private struct Block: Sendable {
    var bytes = SIMD4<UInt64>()
    /// The bits that must be the same.
    var mask = SIMD4<UInt64>()
  }

  /// The most patterns that are kept, all of which are tried where none matches.
  static var limit: Int { 2 }
  /// The most blocks of a pattern, a kilobyte: longer objects are rare, and not like others.
  private static var blockLimit: Int { 32 }
  private static var gapLimit: Int { 16 }

  // One array for all patterns, and not one each: nothing is allocated, and no reference counted.
  private var sizes = ContiguousArray(repeating: Size(), count: limit)
  private var blocks = ContiguousArray(repeating: Block(), count: limit * blockLimit)
  private var gaps = ContiguousArray(
    repeating: Gap(key: nil, start: 0, end: 0),
    count: limit * gapLimit
  )

  /// The pattern that matched last.
  private var latest = 0
  /// The pattern that was learnt first, and is given up first.
  private var oldest = 0
  /// How many objects in a row have matched none.
  private var missCount = 0

  init() {}

  // MARK: - Reading

  /// Returns a pattern that an object at an offset matches, but for what is in its gaps.
  @inline(__always)
  mutating func find(at start: Int, in text: borrowing ByteLoads) -> Int? {
    if matches(latest, text, at: start) { return latest }
    return findOther(at: start, in: text)
  }

  private mutating func findOther(at start: Int, in text: borrowing ByteLoads) -> Int? {
    for index in 0..<Self.limit where index != latest && matches(index, text, at: start) {
      latest = index
      return index
    }
    return nil
  }

  @inline(__always)
  private func matches(_ index: Int, _ text: borrowing ByteLoads, at start: Int) -> Bool {
    let size = sizes[index]
    guard size.blocks > 0, let windows = text.windows(size.blocks, at: start) else { return false }
    let first = index &* Self.blockLimit
    let blocks = blocks.span.extracting(first..<first &+ size.blocks)
    for block in blocks.indices {
      let window = windows[block]
      let differences = (window & blocks[block].mask) ^ blocks[block].bytes
      let folded = differences.lowHalf | differences.highHalf
      guard folded[0] | folded[1] == 0 else { return false }
    }
    return true
  }

  /// Returns the number of bytes of a pattern.
  @inline(__always)
  func byteCount(of index: Int) -> Int {
    sizes[index].bytes
  }

  /// Returns the number of gaps of a pattern.
  @inline(__always)
  func gapCount(of index: Int) -> Int {
    sizes[index].gaps
  }

  /// Returns a gap of a pattern; they are in order.
  @inline(__always)
  func gap(_ position: Int, of index: Int) -> Gap {
    gaps[index &* Self.gapLimit &+ position]
  }

  // MARK: - Learning

  /// Takes the text of an object as a pattern.
  ///
  /// - Parameters:
  ///   - range: Where the object stands.
  ///   - newGaps: Its gaps, in order.
  ///   - text: All text.
  /// - Returns: The place of the pattern, from 0; nil where it is not learnt.
  mutating func learn(
    _ range: Range<Int>,
    gaps newGaps: ContiguousArray<Gap>,
    in text: borrowing ByteLoads
  ) -> Int? {
    // One object that is like none may be alone, and what comes after it like those before. And
    // where no object is like another, learning is not worth the time.
    missCount &+= 1
    guard 2...64 ~= missCount || missCount % 16 == 0 else { return nil }
    let count = (range.count &+ ByteLoads.windowSize &- 1) / ByteLoads.windowSize
    guard count <= Self.blockLimit, newGaps.count <= Self.gapLimit,
      let windows = text.windows(count, at: range.lowerBound)
    else { return nil }

    let index = oldest
    oldest = (oldest &+ 1) % Self.limit
    latest = index
    sizes[index] = Size(bytes: range.count, blocks: count, gaps: newGaps.count)
    let first = index &* Self.blockLimit
    for block in 0..<count {
      blocks[first &+ block] = Block(bytes: windows[block], mask: SIMD4(repeating: .max))
    }
    ignore(range.count..<count &* ByteLoads.windowSize, of: first)
    for (position, gap) in newGaps.enumerated() {
      gaps[index &* Self.gapLimit &+ position] = gap
      ignore(gap.start..<gap.end, of: first)
    }
    return index
  }

  /// Takes bytes out of the comparison.
  private mutating func ignore(_ range: Range<Int>, of firstBlock: Int) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, (start | 7) &+ 1)
      let bits =
        UInt64.max &<< UInt64(8 &* (start & 7)) & .max &>> UInt64(56 &- 8 &* ((end &- 1) & 7))
      let block = firstBlock &+ start / ByteLoads.windowSize
      blocks[block].mask[start / 8 & 3] &= ~bits.littleEndian
      blocks[block].bytes[start / 8 & 3] &= ~bits.littleEndian
      start = end
    }
  }

  /// Notes that a pattern matched in its gaps, too.
  @inline(__always)
  mutating func noteMatch() {
    missCount = 0
  }

  /// Gives up a pattern.
  mutating func forget(_ index: Int) {
    sizes[index] = Size()
  }
}
