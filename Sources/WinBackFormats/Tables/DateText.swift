/// The text of a date with a time, `0000-00-00 00:00:00`, in words that overlap.
struct DateText: Sendable, Hashable {
  /// The year and month, `0000-00-`.
  private let yearMonth: UInt64
  /// The day, hour and minute, `00 00:00`.
  private let dayHourMinute: UInt64
  /// The time, `00:00:00`.
  private let time: UInt64

  /// Takes the text of a field; nil where it has another length.
  @inline(__always)
  init?(_ field: RowField, _ text: borrowing ByteLoads) {
    guard field.end &- field.start == 19, field.escaping == .none else { return nil }
    yearMonth = text.word(at: field.start)
    dayHourMinute = text.word(at: field.start &+ 8)
    time = text.word(at: field.start &+ 11)
  }
}
