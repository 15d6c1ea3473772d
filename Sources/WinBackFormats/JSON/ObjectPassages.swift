/// Passages of objects that were read, with what they mean.
///
/// Objects of a file are alike: what stands between two values that are new in each object (dates,
/// identifiers) is mostly text that stood there before. Such a passage has been checked and
/// understood, so that it is compared and not read again. With the values between them read straight
/// from their places, scoring a file takes 8 % less time than with patterns of whole objects.
///
/// ## The law
///
/// Comparing a passage must give what reading it gives, whatever byte stands behind it. Three facts
/// make it so:
///
/// 1. *A passage starts where the grammar has one state.* The first passage of an object starts with
///    its brace, every other one behind a value of it, at the same depth; or a passage is the value of
///    a key. Passages of different places are never compared (``PassagePlace``). Whether line feeds
///    are whitespace is part of the state, too: what was learnt in a document is forgotten before
///    JSON Lines are read.
/// 2. *A passage ends where a token ends.* A quote, a colon, a bracket or whitespace ends a token by
///    itself. A digit or a letter does not: `999` also begins `9990`, `999.5` and `999e1`. Behind
///    such a byte, the comparison takes in the byte that ended the number or the word as well, which
///    no number and no word can contain. The object is then read on from the end of the passage.
/// 3. *The bytes in between are the same*, so that every token before the last one is the same, too.
///
/// So all tokens are the same, and the reader stands behind the last of them, in the same state.
struct ObjectPassages<Meaning: Sendable>: Sendable {
  private struct Passage: Sendable {
    var meaning: Meaning
    var place = PassagePlace.none
    /// The number of its bytes; a byte that is compared to see that the last token ends is not counted.
    var byteCount = 0
    /// The number of blocks; 0 if there is no passage.
    var blockCount = 0
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

  /// The most passages that are known; the next one replaces the one that was learnt first.
  ///
  /// A history has dozens of them, with different storefronts, prices and offers. With four at each
  /// position of an object, a fifth of the work of scoring a file was to read the same passages
  /// again.
  static var limit: Int { 256 }
  /// The most blocks of a passage, half a kilobyte.
  private static var blockLimit: Int { 16 }
  /// How many hashes of first bytes there are; a power of two.
  private static var hashLimit: Int { 256 }
  /// The most passages that are found by the same hash.
  private static var choiceLimit: Int { 4 }

  // One array for all blocks, and not one each: nothing is allocated, and no reference counted.
  private var passages: ContiguousArray<Passage>
  // It grows with what is learnt: a quarter of a megabyte that is not needed would slow the start.
  private var blocks: ContiguousArray<Block> = []
  /// Where the next passage is learnt.
  private var next = 0
  /// The passage that was found last at each place.
  private var latest = ContiguousArray<UInt16>(repeating: 0, count: PassagePlace.count)
  /// The passages by the hash of their first bytes, those that were learnt last first.
  private var choices = ContiguousArray<Int16>(repeating: 0, count: hashLimit * choiceLimit)

  /// Creates a table without passages.
  ///
  /// - Parameter nothing: Stands for the meanings until there are any.
  init(nothing: Meaning) {
    passages = ContiguousArray(repeating: Passage(meaning: nothing), count: Self.limit)
  }

  /// Looks for the passage that stands at an offset.
  ///
  /// - Parameters:
  ///   - place: Which place of its object it has.
  ///   - offset: Where it starts.
  ///   - text: All text.
  /// - Returns: Its index; nil if none is known.
  @inline(__always)
  mutating func find(_ place: PassagePlace, at offset: Int, in text: borrowing ByteLoads) -> Int? {
    guard place.isAny else { return nil }
    let latest = Int(latest[place.index])
    if matches(latest, place, at: offset, in: text) { return latest }
    return findOther(place, at: offset, in: text)
  }

  @inline(never)
  private mutating func findOther(
    _ place: PassagePlace,
    at offset: Int,
    in text: borrowing ByteLoads
  ) -> Int? {
    guard let window = text.window(at: offset),
      let index = choice(for: window, place, at: offset, in: text)
        ?? choice(for: window.shortPrefix, place, at: offset, in: text)
    else { return nil }
    latest[place.index] = UInt16(truncatingIfNeeded: index)
    return index
  }

  /// Looks for the passage among those that begin with some bytes.
  @inline(always)
  private func choice(
    for bytes: SIMD4<UInt64>,
    _ place: PassagePlace,
    at offset: Int,
    in text: borrowing ByteLoads
  ) -> Int? {
    let first = firstChoice(for: bytes)
    for choice in first..<first &+ Self.choiceLimit {
      let index = Int(choices[choice])
      if matches(index, place, at: offset, in: text) { return index }
    }
    return nil
  }

  /// Returns where the passages that begin with some bytes are found.
  @inline(always)
  private func firstChoice(for bytes: SIMD4<UInt64>) -> Int {
    var hash = bytes[0] &* 0x9E37_79B9_7F4A_7C15
    for lane in 1..<4 { hash = (hash ^ hash &>> 29 ^ bytes[lane]) &* 0xBF58_476D_1CE4_E5B9 }
    return (Int(truncatingIfNeeded: hash &>> 32) & (Self.hashLimit &- 1)) &* Self.choiceLimit
  }

  @inline(__always)
  private func matches(
    _ index: Int,
    _ place: PassagePlace,
    at offset: Int,
    in text: borrowing ByteLoads
  ) -> Bool {
    let count = passages[index].blockCount
    guard count > 0, passages[index].place == place,
      let windows = text.windows(count, at: offset)
    else { return false }
    let first = index &* Self.blockLimit
    let blocks = blocks.span
    for number in 0..<count {
      // A passage has no more blocks than its share of the array.
      let block = unsafe blocks[unchecked: first &+ number]
      let differences = (windows[number] & block.mask) ^ block.bytes
      let folded = differences.lowHalf | differences.highHalf
      guard folded[0] | folded[1] == 0 else { return false }
    }
    return true
  }

  /// Returns the number of bytes of a passage.
  @inline(__always)
  func byteCount(of index: Int) -> Int {
    passages[index].byteCount
  }

  /// What a passage means.
  @inline(__always)
  subscript(index: Int) -> Meaning {
    passages[index].meaning
  }

  /// Takes a passage.
  ///
  /// - Parameters:
  ///   - range: Where it stands.
  ///   - place: Which place of its object it has.
  ///   - meaning: What it means.
  ///   - text: All text, in which the last token of the passage ends with the passage.
  /// - Returns: Its index; nil if it is too long or too near the end of the text.
  mutating func learn(
    _ range: Range<Int>,
    _ place: PassagePlace,
    _ meaning: Meaning,
    in text: borrowing ByteLoads
  ) -> Int? {
    let lastByte = text.byte(at: range.upperBound &- 1)
    let comparedCount = range.count &+ (lastByte.endsToken ? 0 : 1)
    let count = (comparedCount &+ ByteLoads.windowSize &- 1) / ByteLoads.windowSize
    guard place.isAny, 1...Self.blockLimit ~= count,
      let windows = text.windows(count, at: range.lowerBound)
    else { return nil }
    let index = next
    next = (next &+ 1) % Self.limit
    passages[index] = Passage(
      meaning: meaning,
      place: place,
      byteCount: range.count,
      blockCount: count
    )
    let firstBlock = index &* Self.blockLimit
    if blocks.count == firstBlock {
      blocks.append(contentsOf: repeatElement(Block(), count: Self.blockLimit))
    }
    for block in 0..<count {
      blocks[firstBlock &+ block] = Block(bytes: windows[block], mask: SIMD4(repeating: .max))
    }
    let unused = count &* ByteLoads.windowSize &- comparedCount
    blocks[firstBlock &+ count &- 1].cutEnd(by: unused)
    latest[place.index] = UInt16(truncatingIfNeeded: index)
    addChoice(index, for: windows[0])
    // Behind a short passage may stand what is new in each object.
    if comparedCount < ByteLoads.windowSize { addChoice(index, for: windows[0].shortPrefix) }
    return index
  }

  private mutating func addChoice(_ index: Int, for bytes: SIMD4<UInt64>) {
    let first = firstChoice(for: bytes)
    for choice in (first &+ 1..<first &+ Self.choiceLimit).reversed() {
      choices[choice] = choices[choice &- 1]
    }
    choices[first] = Int16(truncatingIfNeeded: index)
  }

  /// Gives up a passage.
  mutating func forget(_ index: Int) {
    passages[index].blockCount = 0
  }

  /// Gives up all passages.
  mutating func forgetAll() {
    for index in passages.indices { forget(index) }
  }
}

/// Where a passage stands in its object.
struct PassagePlace: Sendable, Equatable {
  /// How many places there are.
  static var count: Int { orderedCount + UInt32.bitWidth }
  /// How many passages of an object have a place; what comes after them is read anew.
  private static var orderedCount: Int { 16 }

  fileprivate let index: Int

  /// No place: such a passage is neither learnt nor found.
  static var none: Self { Self(index: count) }

  fileprivate var isAny: Bool { UInt(bitPattern: index) < UInt(Self.count) }

  /// The place behind so many passages.
  @inline(__always)
  static func behind(_ passageCount: Int) -> Self {
    passageCount < orderedCount ? Self(index: passageCount) : none
  }

  /// The place of the value of the key that has a bit.
  @inline(__always)
  static func value(of bit: UInt32) -> Self {
    Self(index: orderedCount &+ bit.trailingZeroBitCount)
  }
}

extension UInt8 {
  /// Whether a token of JSON that has this as its last byte ends there, whatever byte comes next.
  ///
  /// Numbers and words do not: they end where the next byte cannot continue with them.
  fileprivate var endsToken: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "}"),
      UInt8(ascii: "]"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
      UInt8(ascii: "\n"):
      true
    default: false
    }
  }
}

extension SIMD4<UInt64> {
  /// The first eight bytes, with zeros behind them.
  fileprivate var shortPrefix: Self { Self(self[0], 0, 0, 0) }
}
