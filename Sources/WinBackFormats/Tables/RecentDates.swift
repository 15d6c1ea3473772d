import WinBack

/// The dates that were read last, by their text.
///
/// A period starts when the one before it ended, and most rows have one date several times.
struct RecentDates: Sendable {
  /// The text of a date of 19 bytes, as most are: in words that overlap.
  struct Text: Sendable, Equatable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64

    fileprivate init() {
      (first, second, third) = (0, 0, 0)
    }

    @inline(__always)
    init?(_ field: RowField, _ text: borrowing ByteLoads) {
      guard field.end &- field.start == 19, field.escaping == .none else { return nil }
      first = text.word(at: field.start)
      second = text.word(at: field.start &+ 8)
      third = text.word(at: field.start &+ 11)
    }
  }

  private struct Entry: Sendable {
    var text = Text()
    var date: TimelineDate?
  }

  private var latest = Entry()
  private var other = Entry()

  init() {}

  /// Returns the date with a text; nil where it is not among the last ones.
  @inline(__always)
  func find(_ text: Text) -> TimelineDate? {
    if latest.text == text { return latest.date }
    if other.text == text { return other.date }
    return nil
  }

  /// Takes a date that was not known.
  mutating func insert(_ text: Text, _ date: TimelineDate) {
    other = latest
    latest = Entry(text: text, date: date)
  }
}
