import CalendarTime
import WinBack

/// The audience of every offer at every date, of as many customers as were added.
///
/// Its size depends on the offers, the dates and the storefronts, not on the customers.
struct AudienceForecast: Sendable {
  /// The most storefronts that are counted separately; the App Store has fewer than 200.
  private static let storefrontLimit = 400

  let dates: AudienceDates

  /// Whether storefronts are counted separately.
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
    let start = dates.place(from: stretch.from)
    let end = dates.place(from: stretch.through.adding(milliseconds: 1))
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
    if storefronts.insert(stretch.storefront).inserted,
      storefronts.count > Self.storefrontLimit
    {
      return false
    }
    storefrontSeries[stretch.offer][
      stretch.storefront,
      default: AudienceSeries(dateCount: dates.instants.count)
    ].add(change, continues: false)
    return true
  }
}
