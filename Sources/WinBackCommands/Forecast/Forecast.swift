import WinBack

/// A forecast, ready to be written.
struct Forecast {
  let dates: AudienceDates
  let tellsStorefronts: Bool
  let rows: [ForecastRow]
  let customers: Int
  /// What the input cannot say, so that each number is a lower bound; empty if it tells all.
  let notTold: [String]

  /// Creates a forecast of the offers with these indices, or of all.
  init(
    _ audience: AudienceForecast,
    of engine: EligibilityEngine,
    customers: Int,
    offers: Set<Int>? = nil,
    notTold: [String] = []
  ) {
    dates = audience.dates
    tellsStorefronts = audience.tellsStorefronts
    rows = audience.rows(of: engine, offers)
    self.customers = customers
    self.notTold = notTold
  }
}
