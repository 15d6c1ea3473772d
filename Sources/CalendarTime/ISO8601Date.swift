/// A date, or a date and time, read from ISO 8601 text.
///
/// It reads these forms; `T` and `Z` can be in lower case, and a space can replace `T`:
///
///     2024-06-01
///     2024-06-01T09:30
///     2024-06-01T09:30:15
///     2024-06-01T09:30:15.123456
///     2024-06-01T09:30:15Z
///     2024-06-01T09:30:15+09:00     also +0900 and +09
///
/// A time without an offset is in UTC, and so is a date without a time, at 00:00:00 (T4). A fraction
/// of a second is rounded down to milliseconds (T1). The instant lies in the years 1 to 9999, and
/// so does the date as written (T5). Hour 24 and second 60 are errors: an instant has neither.
package struct ISO8601Date: Sendable, Hashable {
  package let instant: Instant
  package let offset: UTCOffset
  package let isDateOnly: Bool

  init(instant: Instant, offset: UTCOffset = .utc, isDateOnly: Bool = false) {
    self.instant = instant
    self.offset = offset
    self.isDateOnly = isDateOnly
  }

  /// The date in the text, in local time.
  package var date: CivilDate { instant.adding(milliseconds: offset.milliseconds).date }

  /// It allocates only if it throws.
  package init(parsing bytes: RawSpan) throws(ISO8601Error) {
    if let second = Self.leadingSecond(of: bytes) {
      if let milliseconds = Self.trailingMilliseconds(of: bytes) {
        self.init(instant: second.adding(milliseconds: milliseconds))
      } else {
        var reader = ISO8601Reader(bytes, position: 19)
        self = try reader.readAfterSecond(of: second)
      }
    } else if let date = Self.wholeDate(of: bytes) {
      self.init(instant: Instant(date), isDateOnly: true)
    } else {
      var reader = ISO8601Reader(bytes)
      self = try reader.readDateOrDateTime()
    }
  }

  package init(parsing text: some StringProtocol) throws(ISO8601Error) {
    let bytes = ContiguousArray(text.utf8)
    try unsafe self.init(parsing: bytes.span.bytes)
  }
}
