/// The audience of every offer at every date, of as many customers as were added.
///
/// Its size depends on the offers, the dates and the storefronts, not on the customers.
struct AudienceForecast: Sendable {
  /// The most storefronts that are counted separately; the App Store has fewer than 200.
  private static let storefrontLimit = 400

  let dates: AudienceDates
  let tellsStorefronts: Bool

  /// Each offer's, in the engine's order, in each storefront: nil is one that is not known, or all of them
  /// together if they are not told apart.
  private(set) var series: [[Storefront?: AudienceSeries]]

  private var storefronts: Set<Storefront?> = []

  init(_ dates: AudienceDates, offerCount: Int, tellsStorefronts: Bool = false) {
    self.dates = dates
    self.tellsStorefronts = tellsStorefronts
    let empty = tellsStorefronts ? [:] : [nil as Storefront?: AudienceSeries(dates)]
    series = Array(repeating: empty, count: offerCount)
  }

  /// Adds a stretch that is the same for some customers; returns false if there are more
  /// storefronts than any input has.
  mutating func add(_ stretch: VerdictStretch, of customers: Int = 1) -> Bool {
    let storefront = tellsStorefronts ? stretch.storefront : nil
    if storefronts.insert(storefront).inserted, storefronts.count > Self.storefrontLimit {
      return false
    }
    // Where the storefront changes within a window, the window of all together continues.
    series[stretch.offer][storefront, default: AudienceSeries(dates)].add(
      stretch,
      of: customers,
      at: dates,
      continues: stretch.continues && !tellsStorefronts
    )
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

  /// The differences from each date to the next; the last one is behind the last date.
  private var differences: ContiguousArray<Point>

  init(_ dates: AudienceDates) {
    differences = ContiguousArray(repeating: Point(), count: dates.instants.count + 1)
  }

  /// Adds customers at the dates of a stretch, of which there can be none; if it `continues`, a window that
  /// has closed at the first of the dates stays open instead.
  mutating func add(
    _ stretch: VerdictStretch,
    of customers: Int,
    at dates: AudienceDates,
    continues: Bool
  ) {
    let first = dates.index(from: stretch.from)
    let end = max(first, dates.index(from: stretch.through.adding(milliseconds: 1)))
    guard stretch.isEligible else {
      differences[first].undetermined += customers
      differences[end].undetermined -= customers
      return
    }
    differences[first].eligible += customers
    differences[end].eligible -= customers
    if stretch.from > dates.range.lowerBound {
      if continues {
        differences[first].ceased -= customers
      } else {
        differences[first].became += customers
      }
    }
    if stretch.through < dates.range.upperBound { differences[end].ceased += customers }
  }

  var points: [Point] {
    var point = Point()
    return differences.dropLast().map { difference in
      point.eligible += difference.eligible
      point.undetermined += difference.undetermined
      point.became = difference.became
      point.ceased = difference.ceased
      return point
    }
  }
}
