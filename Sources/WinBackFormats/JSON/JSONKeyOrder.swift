/// The keys of objects that are alike, each with the one that came after it last.
///
/// It learns while objects are read, and says which key to expect next. A key that is where it is
/// expected is compared at once and not looked for; that is worth a quarter of the time of scoring
/// a file. Where keys have no order, a key that was learnt is found by its first bytes.
struct JSONKeyOrder<Key>: Sendable
where Key: RawRepresentable & CaseIterable & Sendable, Key.RawValue == String {
  /// What a key means, and how many bytes it has with its quotes and its colon.
  struct Step: Sendable {
    let byteCount: Int
    /// The known key; nil for one that the reader skips.
    let key: Key?
    /// The bit of the key among those of its enumeration.
    let bit: UInt32
  }

  /// The most keys that are learnt.
  private static var limit: Int { 64 }
  /// The most keys that are learnt where the reader skips them: there may be any number of them.
  private static var unknownLimit: Int { 24 }
  /// How many hashes of first bytes there are; a power of two.
  private static var hashLimit: Int { 128 }

  /// A place between two keys.
  struct Place: Sendable {
    fileprivate var expected = 0
    /// The index of the last key; nil before the first one and after one that was not learnt.
    fileprivate var last: Int?
  }

  private var steps: ContiguousArray<Step> = []
  /// The keys, with their quotes and their colons as they were written.
  private var patterns: ContiguousArray<BytePattern> = []
  /// The index of the key that came next; past the end where none has come.
  private var successors: ContiguousArray<Int> = []
  /// The keys by the hash of their first bytes: up to four, the index of each and 1 in a byte.
  private var choices = ContiguousArray<UInt32>(repeating: 0, count: hashLimit)
  private var first = 0
  /// Where the reader is.
  private(set) var place = Place()

  /// Expects the first key.
  @inline(__always)
  mutating func restart() {
    place = Place(expected: first)
  }

  /// Continues from a place where the reader was in another object.
  @inline(__always)
  mutating func resume(at place: Place) {
    self.place = place
  }

  /// Returns the key whose quote stands at an offset, and expects the one that came after it; nil if
  /// it was not learnt.
  @inline(__always)
  mutating func take(at offset: Int, in text: borrowing ByteLoads) -> Step? {
    let index = place.expected
    if index < patterns.count, patterns[index].matches(text, at: offset) {
      place = Place(expected: successors[index], last: index)
      return steps[index]
    }
    return takeUnexpected(at: offset, in: text).map { steps[$0] }
  }

  @inline(__always)
  private mutating func takeUnexpected(at offset: Int, in text: borrowing ByteLoads) -> Int? {
    var candidates = choices[hash(at: offset, in: text)]
    while candidates != 0 {
      let index = Int(candidates & 0xFF) &- 1
      if patterns[index].matches(text, at: offset) {
        follow(index)
        return index
      }
      candidates &>>= 8
    }
    return nil
  }

  /// Learns a key that came instead of the expected one, where there is room for it.
  ///
  /// - Parameters:
  ///   - range: The key with its quotes and its colon.
  ///   - key: The known key; nil for one that the reader skips.
  ///   - bit: The bit of the key.
  ///   - text: All text.
  mutating func learn(
    _ range: Range<Int>,
    _ key: Key?,
    _ bit: UInt32,
    in text: borrowing ByteLoads
  ) {
    guard steps.count < (key == nil ? Self.unknownLimit : Self.limit),
      let pattern = BytePattern(range, in: text)
    else { return }
    let offset = range.lowerBound
    // Behind a short key, other values may have stood before.
    var index = steps.count
    if let known = patterns.firstIndex(where: { $0.matches(text, at: offset) }) {
      index = known
    } else {
      steps.append(Step(byteCount: pattern.count, key: key, bit: bit))
      patterns.append(pattern)
      successors.append(index + 1)
    }
    let hash = hash(at: offset, in: text)
    choices[hash] = choices[hash] &<< 8 | UInt32(truncatingIfNeeded: index &+ 1)
    follow(index)
  }

  /// Returns where the keys are found that begin as the one whose quote stands at an offset.
  @inline(__always)
  private func hash(at offset: Int, in text: borrowing ByteLoads) -> Int {
    let word = text.wholeWord(at: offset &+ 1) ?? 0
    return Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 57) & (Self.hashLimit &- 1)
  }

  @inline(__always)
  private mutating func follow(_ index: Int) {
    if let last = place.last { successors[last] = index } else { first = index }
    place = Place(expected: successors[index], last: index)
  }
}
