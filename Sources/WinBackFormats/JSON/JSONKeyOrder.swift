/// The keys of objects that are alike, each with the one that came after it last.
///
/// It learns while objects are read, and says which key to expect next. A key that is where it is
/// expected is compared at once and not looked for; that is worth a quarter of the time of scoring
/// a file. Any other order is read as well, only more slowly.
struct JSONKeyOrder<Key>: Sendable
where Key: RawRepresentable & CaseIterable & Sendable, Key.RawValue == String {
  /// A key, with its quotes and its colon as they were written.
  struct Step: Sendable {
    let pattern: BytePattern
    /// The known key; nil for one that the reader skips.
    let key: Key?
    /// The bit of the key among those of its enumeration.
    let bit: UInt32
    /// The index of the key that came next; past the end where none has come.
    fileprivate(set) var successor: Int
  }

  /// The most keys that are learnt, which bounds the search for one.
  private static var limit: Int { 32 }

  /// A place between two keys.
  struct Place: Sendable {
    fileprivate var expected = 0
    /// The index of the last key; nil before the first one and after one that was not learnt.
    fileprivate var last: Int?
  }

  private var steps: ContiguousArray<Step> = []
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

  /// Returns the expected key, and expects the one after it, where it stands at an offset.
  @inline(__always)
  mutating func takeExpected(at offset: Int, in text: borrowing ByteLoads) -> Step? {
    let index = place.expected
    guard index < steps.count, steps[index].pattern.matches(text, at: offset) else { return nil }
    place = Place(expected: steps[index].successor, last: index)
    return steps[index]
  }

  /// Returns the key at an offset, if it was learnt, and expects the one after it.
  mutating func takeAny(at offset: Int, in text: borrowing ByteLoads) -> Step? {
    guard let index = steps.firstIndex(where: { $0.pattern.matches(text, at: offset) }) else {
      return nil
    }
    follow(index)
    return steps[index]
  }

  /// Learns a key that came instead of the expected one.
  mutating func learn(_ pattern: BytePattern, _ key: Key?, _ bit: UInt32) {
    guard steps.count < Self.limit else { return }
    let index = steps.count
    steps.append(Step(pattern: pattern, key: key, bit: bit, successor: index + 1))
    follow(index)
  }

  private mutating func follow(_ index: Int) {
    if let last = place.last { steps[last].successor = index } else { first = index }
    place = Place(expected: steps[index].successor, last: index)
  }
}
