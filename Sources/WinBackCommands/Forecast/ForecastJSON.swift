import WinBack
import WinBackFormats

/// A forecast as one JSON object for programs.
enum ForecastJSON {
  /// Returns the document, which ends with a line feed.
  static func document(of forecast: Forecast) -> ContiguousArray<UInt8> {
    let dates = forecast.dates
    return JSONWriter.document { json in
      json.member("by", dates.step.rawValue)
      json.member("customers", forecast.customers)
      if !forecast.notTold.isEmpty {
        json.member("isLowerBound", true)
        json.member("notTold", forecast.notTold)
      }
      json.objects("offers", forecast.rows) { json, row in
        json.member("offerId", row.offerId)
        json.member("productId", row.productId)
        json.member("subscriptionGroupIdentifier", row.group)
        if forecast.tellsStorefronts {
          json.member("storefront", orNull: row.storefront?.code)
        }
        json.objects("audience", row.points.enumerated()) { json, element in
          let (place, point) = element
          json.member("date", dates.names[place])
          json.member("eligible", point.eligible)
          json.member("undetermined", point.undetermined)
          // Before the first date there is no step.
          json.member("became", orNull: place == 0 ? nil : point.became)
          json.member("ceased", orNull: place == 0 ? nil : point.ceased)
        }
      }
    }
  }
}
