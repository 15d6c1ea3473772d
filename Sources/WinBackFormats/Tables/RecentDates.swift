import WinBack

/// The dates that were read last, by their text.
///
/// A period starts when the one before it ended, and most rows have one date several times.
struct RecentDates: Sendable {
  private struct Entry: Sendable {
    let text: DateText
    let date: TimelineDate
  }

  private var latest: Entry?
  private var other: Entry?

  init() {}

  /// Returns the date with a text; nil where it is not among the last ones.
  @inline(__always)
  func find(_ text: DateText) -> TimelineDate? {
    if let latest, latest.text == text { return latest.date }
    if let other, other.text == text { return other.date }
    return nil
  }

  /// Takes a date that was not known.
  mutating func insert(_ text: DateText, _ date: TimelineDate) {
    other = latest
    latest = Entry(text: text, date: date)
  }
}
