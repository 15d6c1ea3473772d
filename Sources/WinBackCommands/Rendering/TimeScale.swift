import CalendarTime

/// A stretch of time laid out over the columns of a picture.
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

  /// The years, or in a short stretch the months, each where it begins and where there is room.
  func ruler() -> String {
    let isShort = span.upperBound < start.adding(months: 24)
    /// The last instant counts, so that a column has the name of what begins in it.
    func name(of column: Int) -> Substring {
      let date = start(of: column + 1).adding(milliseconds: -1).date
      return date.description.prefix(isShort ? "2024-01".count : "2024".count)
    }
    var text = ""
    var previous: Substring?
    for column in 0..<columns {
      let name = name(of: column)
      defer { previous = name }
      guard name != previous, column + name.count <= columns else { continue }
      let space = column - text.count
      guard text.isEmpty || space > 0 else { continue }
      text += String(repeating: " ", count: space) + name
    }
    return text
  }
}
