import CalendarTime
import WinBack

/// The audience of every offer at every date, of as many customers as were added.
///
/// Its size depends on the offers, the dates and the storefronts, not on the customers.
struct AudienceForecast: Sendable {
  /// The most storefronts that are told apart; the App Store has fewer than 200.
  private static let storefrontLimit = 400

  let dates: AudienceDates

  /// Whether storefronts are told apart.
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

  /// Adds a stretch of a customer's time.
  ///
  /// - Returns: Whether it could be added; not where there are more storefronts than any input has.
  mutating func add(_ stretch: CourseStretch) -> Bool {
    // Where the storefront changes within a window, the window goes on.
    add(stretch, to: &series[stretch.offer], continues: stretch.continues)
    guard tellsStorefronts else { return true }
    if storefronts.insert(stretch.storefront).inserted,
      storefronts.count > Self.storefrontLimit
    {
      return false
    }
    add(
      stretch,
      to: &storefrontSeries[stretch.offer][
        stretch.storefront,
        default: AudienceSeries(dateCount: dates.instants.count)
      ],
      continues: false
    )
    return true
  }

  private func add(_ stretch: CourseStretch, to series: inout AudienceSeries, continues: Bool) {
    let start = dates.place(from: stretch.from)
    let end = dates.place(from: stretch.through.adding(milliseconds: 1))
    if start < end { series.add(start..<end, isEligible: stretch.isEligible) }
    guard stretch.isEligible else { return }
    if stretch.from > dates.range.lowerBound {
      if continues { series.goOn(by: start) } else { series.open(by: start) }
    }
    if stretch.through < dates.range.upperBound { series.close(by: end) }
  }
}
