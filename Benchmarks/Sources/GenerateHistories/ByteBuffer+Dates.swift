extension ByteBuffer {
  /// Appends the day of an instant, as in `2026-03-01`.
  mutating func append(dayOf instant: Milliseconds) {
    let civil = Milliseconds.civil(daysSince1970: instant / .day)
    append(civil.year, digits: 4)
    append("-")
    append(civil.month, digits: 2)
    append("-")
    append(civil.day, digits: 2)
  }

  /// Appends an instant in UTC, with milliseconds where it has any.
  mutating func append(iso8601 instant: Milliseconds) {
    let time = instant % .day
    append(dayOf: instant)
    append("T")
    append(time / 3_600_000, digits: 2)
    append(":")
    append(time / 60_000 % 60, digits: 2)
    append(":")
    append(time / 1000 % 60, digits: 2)
    if time % 1000 != 0 {
      append(".")
      append(time % 1000, digits: 3)
    }
    append("Z")
  }
}
