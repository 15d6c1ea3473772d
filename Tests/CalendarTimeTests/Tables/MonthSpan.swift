/// The months from one instant until another, as another calendar has them.
struct MonthSpan: Sendable {
  let start: String
  let end: String
  let months: Int64

  init(_ start: String, _ end: String, _ months: Int64) {
    self.start = start
    self.end = end
    self.months = months
  }
}

extension MonthSpan {
  static let table: [MonthSpan] = [
    // Around the last day of a short month.
    MonthSpan("2023-01-31", "2023-01-30T23:59:59.999Z", 0),
    MonthSpan("2023-01-31", "2023-01-31", 0),
    MonthSpan("2023-01-31", "2023-02-27T23:59:59.999Z", 0),
    MonthSpan("2023-01-31", "2023-02-28", 1),
    MonthSpan("2023-01-31", "2023-03-30T23:59:59.999Z", 1),
    MonthSpan("2023-01-31", "2023-03-31", 2),
    MonthSpan("2023-01-31", "2023-04-29T23:59:59.999Z", 2),
    MonthSpan("2023-01-31", "2023-04-30", 3),
    MonthSpan("2023-01-31", "2024-02-28T23:59:59.999Z", 12),
    MonthSpan("2023-01-31", "2024-02-29", 13),

    // With a time of day.
    MonthSpan("2024-01-31T12:00:00.000Z", "2024-02-29T11:59:59.999Z", 0),
    MonthSpan("2024-01-31T12:00:00.000Z", "2024-02-29T12:00:00.000Z", 1),
    MonthSpan("2024-01-31T12:00:00.000Z", "2024-03-31T11:59:59.999Z", 1),
    MonthSpan("2024-01-31T12:00:00.000Z", "2024-03-31T12:00:00.000Z", 2),
    MonthSpan("2024-01-31T12:00:00.000Z", "2025-01-31T11:59:59.999Z", 11),
    MonthSpan("2024-01-31T12:00:00.000Z", "2025-01-31T12:00:00.000Z", 12),

    // From a day that February does not have.
    MonthSpan("2023-12-30", "2024-02-28T23:59:59.999Z", 1),
    MonthSpan("2023-12-30", "2024-02-29", 2),
    MonthSpan("2023-12-30", "2024-03-29", 2),
    MonthSpan("2023-12-30", "2024-03-30", 3),
    MonthSpan("2023-12-30", "2025-02-27", 13),
    MonthSpan("2023-12-30", "2025-02-28", 14),
    MonthSpan("2023-08-29", "2024-02-28", 5),
    MonthSpan("2023-08-29", "2024-02-29", 6),
    MonthSpan("2023-08-29", "2025-02-27", 17),
    MonthSpan("2023-08-29", "2025-02-28", 18),

    // From the leap day.
    MonthSpan("2024-02-29", "2024-02-29", 0),
    MonthSpan("2024-02-29", "2024-03-28", 0),
    MonthSpan("2024-02-29", "2024-03-29", 1),
    MonthSpan("2024-02-29", "2025-02-27T23:59:59.999Z", 11),
    MonthSpan("2024-02-29", "2025-02-28", 12),
    MonthSpan("2024-02-29", "2028-02-28", 47),
    MonthSpan("2024-02-29", "2028-02-29", 48),
    MonthSpan("2024-02-29", "2100-02-27", 911),
    MonthSpan("2024-02-29", "2100-02-28", 912),
    MonthSpan("2024-02-29", "2400-02-28", 4511),
    MonthSpan("2024-02-29", "2400-02-29", 4512),

    // Across a century that is no leap year.
    MonthSpan("1899-11-30", "1900-02-27", 2),
    MonthSpan("1899-11-30", "1900-02-28", 3),
    MonthSpan("1899-11-30", "1900-03-29", 3),
    MonthSpan("1899-11-30", "1900-03-30", 4),
    MonthSpan("1999-11-30", "2000-02-28", 2),
    MonthSpan("1999-11-30", "2000-02-29", 3),

    // Over the epoch.
    MonthSpan("1969-12-31T23:59:59.999Z", "1970-01-01", 0),
    MonthSpan("1969-12-31T23:59:59.999Z", "1970-01-31T23:59:59.998Z", 0),
    MonthSpan("1969-12-31T23:59:59.999Z", "1970-01-31T23:59:59.999Z", 1),
    MonthSpan("1969-12-31T23:59:59.999Z", "1970-02-28T23:59:59.998Z", 1),
    MonthSpan("1969-12-31T23:59:59.999Z", "1970-02-28T23:59:59.999Z", 2),
    MonthSpan("1969-10-31T00:00:00.001Z", "1969-11-30", 0),
    MonthSpan("1969-10-31T00:00:00.001Z", "1969-11-30T00:00:00.001Z", 1),
    MonthSpan("1969-10-31T00:00:00.001Z", "1970-01-31", 2),
    MonthSpan("1969-10-31T00:00:00.001Z", "1970-01-31T00:00:00.001Z", 3),

    // The other is earlier, or the same.
    MonthSpan("2024-06-01", "2024-05-01", 0),
    MonthSpan("2024-06-01", "0001-01-01", 0),
    MonthSpan("2024-06-01", "2024-06-01", 0),
    MonthSpan("9999-12-31T23:59:59.999Z", "0001-01-01", 0),
    MonthSpan("2024-06-01T00:00:00.001Z", "2024-06-01", 0),

    // Over the whole calendar.
    MonthSpan("0001-01-01", "9999-12-31T23:59:59.999Z", 119_987),
    MonthSpan("0001-01-31", "9999-12-30", 119_986),
    MonthSpan("0001-01-31", "9999-12-31", 119_987),
    MonthSpan("2024-08-31", "9999-02-28", 95_694),
    MonthSpan("2024-08-31", "9999-02-27T23:59:59.999Z", 95_693),
  ]
}
