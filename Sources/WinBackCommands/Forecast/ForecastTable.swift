import WinBack
import WinBackFormats

/// A forecast as CSV: a row for each date and offer, or for each date, offer and storefront.
struct ForecastTable {
  /// The text.
  let bytes: ContiguousArray<UInt8>

  init(_ forecast: Forecast, escapesFormulas: Bool) {
    var csv = CSVWriter(escapesFormulas: escapesFormulas)
    var header = ["date", "subscriptionGroupIdentifier", "offerId"]
    if forecast.tellsStorefronts { header.append("storefront") }
    for title in header + ["eligible", "undetermined", "became", "ceased"] { csv.field(title) }
    csv.endRow()
    for (place, date) in forecast.dates.names.enumerated() {
      for row in forecast.rows {
        let point = row.points[place]
        csv.field(date)
        csv.field(row.group)
        csv.field(row.offerId)
        if forecast.tellsStorefronts { csv.field(row.storefront?.code ?? "") }
        csv.field(String(point.eligible))
        csv.field(String(point.undetermined))
        // Before the first date there is no step.
        csv.field(place == 0 ? "" : String(point.became))
        csv.field(place == 0 ? "" : String(point.ceased))
        csv.endRow()
      }
    }
    bytes = csv.bytes
  }
}
