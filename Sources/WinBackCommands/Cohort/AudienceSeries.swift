/// How many customers may have an offer, date by date.
struct AudienceSeries: Sendable {
  /// The audience at one date, and what has become of it since the one before.
  struct Point: Sendable, Hashable {
    /// How many customers are eligible.
    var eligible = 0
    /// For how many that cannot be decided.
    var undetermined = 0
    /// How many windows have opened since the last date.
    var became = 0
    /// How many windows have closed since the last date.
    var ceased = 0
  }

  /// The differences from each date to the next; the last one is behind the last date.
  private var differences: ContiguousArray<Point>

  /// Creates a series without customers.
  init(dateCount: Int) {
    differences = ContiguousArray(repeating: Point(), count: dateCount + 1)
  }

  /// Adds a customer at some dates, which are named by their places.
  mutating func add(_ dates: Range<Int>, isEligible: Bool) {
    if isEligible {
      differences[dates.lowerBound].eligible += 1
      differences[dates.upperBound].eligible -= 1
    } else {
      differences[dates.lowerBound].undetermined += 1
      differences[dates.upperBound].undetermined -= 1
    }
  }

  /// Counts a window that has opened by a date, or takes one back that has not.
  mutating func open(by date: Int) {
    differences[date].became += 1
  }

  /// Counts a window that has closed by a date.
  mutating func close(by date: Int) {
    differences[date].ceased += 1
  }

  /// Takes back that a window has closed by a date, for it goes on.
  mutating func goOn(by date: Int) {
    differences[date].ceased -= 1
  }

  /// The audience at each date.
  var points: [Point] {
    var eligible = 0
    var undetermined = 0
    return differences.dropLast().map { difference in
      eligible += difference.eligible
      undetermined += difference.undetermined
      return Point(
        eligible: eligible,
        undetermined: undetermined,
        became: difference.became,
        ceased: difference.ceased
      )
    }
  }
}
