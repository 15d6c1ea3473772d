/// A text that is no date, and what is said about it.
enum WrongDate {
  /// Texts that are neither a date nor a date-time.
  static let table: [(text: String, offset: Int, message: String)] = [
    // Too short.
    ("", 0, "expected a digit of the year, found the end"),
    ("202", 3, "expected a digit of the year, found the end"),
    ("2024", 4, "expected '-' after the year, found the end"),
    ("2024-", 5, "expected a digit of the month, found the end"),
    ("2024-0", 6, "expected a digit of the month, found the end"),
    ("2024-06", 7, "expected '-' after the month, found the end"),
    ("2024-06-", 8, "expected a digit of the day, found the end"),
    ("2024-06-0", 9, "expected a digit of the day, found the end"),
    ("2024-06-01T", 11, "expected a digit of the hour, found the end"),
    ("2024-06-01T09", 13, "expected ':' after the hour, found the end"),
    ("2024-06-01T09:", 14, "expected a digit of the minute, found the end"),
    ("2024-06-01T09:30:", 17, "expected a digit of the second, found the end"),
    ("2024-06-01T09:30:1", 18, "expected a digit of the second, found the end"),
    ("2024-06-01T09:30:15.", 20, "expected a digit of the fraction, found the end"),
    ("2024-06-01T09:30:15+", 20, "expected a digit of the offset hour, found the end"),
    ("2024-06-01T09:30:15-0", 21, "expected a digit of the offset hour, found the end"),
    ("2024-06-01T09:30:15+09:", 23, "expected a digit of the offset minute, found the end"),
    ("2024-06-01T09:30:15+090", 23, "expected a digit of the offset minute, found the end"),

    // Something else than a date.
    ("yesterday", 0, "expected a digit of the year, found 'y'"),
    (" 2024-06-01", 0, "expected a digit of the year, found a space"),
    ("1717200000000", 4, "expected '-' after the year, found '2'"),
    ("06/01/2024", 2, "expected a digit of the year, found '/'"),
    ("2024/06/01", 4, "expected '-' after the year, found '/'"),
    ("20240601", 4, "expected '-' after the year, found '0'"),
    ("+2024-06-01", 0, "expected a digit of the year, found '+'"),
    ("-2024-06-01", 0, "expected a digit of the year, found '-'"),
    ("10000-01-01", 4, "expected '-' after the year, found '0'"),
    ("2024-6-1", 6, "expected a digit of the month, found '-'"),
    ("2024-06-1", 9, "expected a digit of the day, found the end"),
    ("2024-W23-6", 5, "expected a digit of the month, found 'W'"),
    ("2024-123", 7, "expected '-' after the month, found '3'"),
    ("２０２４-06-01", 0, "expected a digit of the year, found byte 0xEF"),
    ("2024\u{2212}06-01", 4, "expected '-' after the year, found byte 0xE2"),
    ("2024-06-01\0", 10, "expected 'T' or the end after the day, found byte 0x00"),
    ("2024-06-01\n", 10, "expected 'T' or the end after the day, found byte 0x0A"),
    ("2024-06-01x09:30:15", 10, "expected 'T' or the end after the day, found 'x'"),
    ("2024-06-01Z", 10, "expected 'T' or the end after the day, found 'Z'"),
    ("2024-06-011", 10, "expected 'T' or the end after the day, found '1'"),
    ("2024-06-01  09:30:15", 11, "expected a digit of the hour, found a space"),
    ("2024-06-01T9:30:15Z", 12, "expected a digit of the hour, found ':'"),
    ("2024-06-01T0930", 13, "expected ':' after the hour, found '3'"),
    ("2024-06-01T09Z", 13, "expected ':' after the hour, found 'Z'"),
    (
      "2024-06-01T09:301",
      16,
      "expected ':', 'Z', an offset or the end after the minute, found '1'"
    ),
    (
      "2024-06-01T09:30.5",
      16,
      "expected ':', 'Z', an offset or the end after the minute, found '.'"
    ),
    (
      "2024-06-01T09:30:15,5Z",
      19,
      "expected '.', 'Z', an offset or the end after the second, found ','"
    ),
    (
      "2024-06-01T09:30:15 UTC",
      19,
      "expected '.', 'Z', an offset or the end after the second, found a space"
    ),
    (
      "2024-06-01T09:30:151",
      19,
      "expected '.', 'Z', an offset or the end after the second, found '1'"
    ),
    ("2024-06-01T09:30:15.Z", 20, "expected a digit of the fraction, found 'Z'"),
    (
      "2024-06-01T09:30:15.123X",
      23,
      "expected 'Z', an offset or the end after the fraction, found 'X'"
    ),
    ("2024-06-01T09:30:15Zulu", 20, "expected the end after the offset, found 'u'"),
    ("2024-06-01T09:30:15.123ZZ", 24, "expected the end after the offset, found 'Z'"),
    ("2024-06-01T09:30:15+09:00Z", 25, "expected the end after the offset, found 'Z'"),
    ("2024-06-01T09:30:15+9:00", 21, "expected a digit of the offset hour, found ':'"),
    ("2024-06-01T09:30:15+09.00", 22, "expected a digit of the offset minute, found '.'"),

    // A number out of range.
    ("0000-01-01", 0, "year 0 is not in 1 to 9999"),
    ("0000-01-01T00:00:00Z", 0, "year 0 is not in 1 to 9999"),
    ("2024-00-01", 5, "month 0 is not in 1 to 12"),
    ("2024-13-01", 5, "month 13 is not in 1 to 12"),
    ("2024-13-01T09:30:15.123Z", 5, "month 13 is not in 1 to 12"),
    ("2024-06-00", 8, "day 0 is not in 1 to 31"),
    ("2024-06-32T09:30:15Z", 8, "day 32 is not in 1 to 31"),
    ("2024-06-01T24:00:00Z", 11, "hour 24 is not in 0 to 23"),
    ("2024-06-01T09:60:00Z", 14, "minute 60 is not in 0 to 59"),
    ("2016-12-31T23:59:60Z", 17, "second 60 is not in 0 to 59"),
    ("2024-06-01T09:30:15+24:00", 20, "offset hour 24 is not in 0 to 23"),
    ("2024-06-01T09:30:15+09:60", 23, "offset minute 60 is not in 0 to 59"),

    // A day that the month does not have.
    ("2023-02-29", 8, "2023-02-29 does not exist: February 2023 has 28 days"),
    ("2024-02-30", 8, "2024-02-30 does not exist: February 2024 has 29 days"),
    ("1900-02-29T00:00:00Z", 8, "1900-02-29 does not exist: February 1900 has 28 days"),
    ("2024-04-31 09:30:15", 8, "2024-04-31 does not exist: April 2024 has 30 days"),
    ("2024-06-31", 8, "2024-06-31 does not exist: June 2024 has 30 days"),
    ("0987-09-31", 8, "0987-09-31 does not exist: September 987 has 30 days"),
    ("2024-11-31T00:00", 8, "2024-11-31 does not exist: November 2024 has 30 days"),

    // Out of the years by the offset (T5).
    ("0001-01-01T00:00:00+00:01", 19, "year 0 in UTC is not in 1 to 9999"),
    ("9999-12-31T23:59:59.999-00:01", 23, "year 10000 in UTC is not in 1 to 9999"),
  ]
}
