import CalendarTime
import WinBack

/// A range of time laid out over the columns of a picture.
struct TimeScale {
  /// The number of columns.
  let columns: Int

  private let start: Instant
  private let length: Double

  /// Lays out the time between two instants, the first one before the other.
  init(from start: Instant, to end: Instant, columns: Int) {
    self.start = start
    self.columns = columns
    length = Double(start.milliseconds(until: end))
  }

  /// The first instant of a column; that of the column after the last is the end.
  func start(of column: Int) -> Instant {
    start.adding(milliseconds: Int64(length * Double(column) / Double(columns)))
  }

  /// The instants of a column.
  func span(of column: Int) -> Range<Instant> {
    start(of: column)..<start(of: column + 1)
  }

  /// The instants of all columns.
  var span: Range<Instant> { start..<start(of: columns) }

  /// The years, or in a short stretch the months: where the stretch begins, and then in even steps.
  func ruler() -> String {
    let isShort = span.upperBound < start.adding(months: 24)
    let digits = isShort ? "2024-01".count : "2024".count
    let step = step(among: isShort ? Self.months : Self.years, for: digits + 2)
    let marks = (0..<columns).filter { column in
      column == 0 || date(of: column).steps(of: step) != date(of: column - 1).steps(of: step)
    }
    var text = ""
    for (column, next) in zip(marks, marks.dropFirst() + [columns + 1])
    where column + digits < next {
      text += String(repeating: " ", count: column - text.count)
      text += date(of: column).description.prefix(digits)
    }
    return text
  }

  private static let months: [Int64] = [1, 3, 6]
  private static let years: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { $0 * 12 }

  /// Returns the smallest step, in months, that has room for its name.
  private func step(among steps: [Int64], for room: Int) -> Int64 {
    let months = Double(max(1, start.months(until: span.upperBound)))
    return steps.first { Double($0) / months * Double(columns) >= Double(room) } ?? 12_000
  }

  /// The date at the end of a column, so that a column has the name of what begins in it.
  private func date(of column: Int) -> CivilDate {
    start(of: column + 1).adding(milliseconds: -1).date
  }
}

extension CivilDate {
  /// The number of whole steps of some months since the beginning of year 0.
  fileprivate func steps(of months: Int64) -> Int64 {
    (year * 12 + month - 1) / months
  }
}

extension TimeScale {
  /// The service farthest from now that still is in one picture with it.
  private static let farthest: Int64 = 240

  /// Lays out all service, now unless it is far away, and the windows near them.
  init(showing decision: Decision, columns: Int) {
    let now = decision.asOf
    var first = decision.periods.map(\.start).min() ?? now
    var last = decision.periods.map(\.end).max() ?? now
    if first.adding(months: -Self.farthest) <= now, now <= last.adding(months: Self.farthest) {
      first = min(first, now)
      last = max(last, now)
    }
    let earliest = first.adding(months: -1)
    let latest = last.adding(months: 60)
    let halfYearOn = last.adding(months: 6)
    for window in decision.offers.flatMap(\.windows) where window.from < latest {
      first = min(first, max(window.from, earliest))
      last = max(last, min(window.through ?? max(window.from, halfYearOn), latest))
    }
    // A month of rest shows that nothing follows.
    self.init(from: first, to: min(last.adding(months: 1), .maximum), columns: columns)
  }
}
