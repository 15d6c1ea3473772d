import CalendarTime
import WinBack
import WinBackFormats

/// The audience of every offer at every date, of as many customers as were added.
///
/// Its size depends on the offers, the dates and the storefronts, not on the customers.
struct AudienceForecast: Sendable {
  /// The most storefronts that are counted separately; the App Store has fewer than 200.
  private static let storefrontLimit = 400

  let dates: AudienceDates
  let tellsStorefronts: Bool

  /// Each offer's, in the engine's order.
  private(set) var series: [AudienceSeries]

  /// Each offer's in each storefront; one that is not known is nil.
  private(set) var storefrontSeries: [[Storefront?: AudienceSeries]]

  private var storefronts: Set<Storefront?> = []

  init(_ dates: AudienceDates, offerCount: Int, tellsStorefronts: Bool) {
    self.dates = dates
    self.tellsStorefronts = tellsStorefronts
    series = Array(repeating: AudienceSeries(dateCount: dates.instants.count), count: offerCount)
    storefrontSeries = Array(repeating: [:], count: offerCount)
  }

  /// Adds a stretch that is the same for some customers; returns false if there are more
  /// storefronts than any input has.
  mutating func add(_ stretch: VerdictStretch, of customers: Int = 1) -> Bool {
    let start = dates.index(from: stretch.from)
    let end = dates.index(from: stretch.through.adding(milliseconds: 1))
    let change = AudienceSeries.Change(
      dates: start..<max(start, end),
      customers: customers,
      isEligible: stretch.isEligible,
      opens: stretch.from > dates.range.lowerBound,
      closes: stretch.through < dates.range.upperBound
    )
    // Where the storefront changes within a window, the window continues.
    series[stretch.offer].add(change, continues: stretch.continues)
    guard tellsStorefronts else { return true }
    if storefronts.insert(stretch.storefront).inserted, storefronts.count > Self.storefrontLimit {
      return false
    }
    storefrontSeries[stretch.offer][
      stretch.storefront,
      default: AudienceSeries(dateCount: dates.instants.count)
    ].add(change, continues: false)
    return true
  }
}

/// How many customers may have an offer, date by date.
struct AudienceSeries: Sendable {
  struct Point: Sendable, Hashable {
    var eligible = 0
    var undetermined = 0
    /// How many windows have opened since the last date.
    var became = 0
    /// How many windows have closed since the last date.
    var ceased = 0
  }

  /// Customers who are eligible, or undetermined, at some dates.
  struct Change: Sendable {
    /// The dates, by their indices; there can be none between two of them.
    let dates: Range<Int>
    let customers: Int
    let isEligible: Bool
    /// Whether the window opens after the first date of all, and closes before the last one.
    let opens: Bool
    let closes: Bool
  }

  /// The differences from each date to the next; the last one is behind the last date.
  private var differences: ContiguousArray<Point>

  init(dateCount: Int) { differences = ContiguousArray(repeating: Point(), count: dateCount + 1) }

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
