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

  /// Customers who are eligible, or undetermined, at some dates.
  struct Change: Sendable {
    /// The dates, by their places; there may be none between two of them.
    let dates: Range<Int>
    let customers: Int
    let isEligible: Bool
    /// Whether the window opens after the first date of all, and closes before the last one.
    let opens: Bool
    let closes: Bool
  }

  /// The differences from each date to the next; the last one is behind the last date.
  private var differences: ContiguousArray<Point>

  /// Creates a series without customers.
  init(dateCount: Int) {
    differences = ContiguousArray(repeating: Point(), count: dateCount + 1)
  }

  /// Adds customers at some dates; if it `continues`, a window that has closed at the first of the
  /// dates stays open instead.
  mutating func add(_ change: Change, continues: Bool) {
    let (first, end) = (change.dates.lowerBound, change.dates.upperBound)
    guard change.isEligible else {
      differences[first].undetermined += change.customers
      differences[end].undetermined -= change.customers
      return
    }
    differences[first].eligible += change.customers
    differences[end].eligible -= change.customers
    if change.opens {
      if continues {
        differences[first].ceased -= change.customers
      } else {
        differences[first].became += change.customers
      }
    }
    if change.closes { differences[end].ceased += change.customers }
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
