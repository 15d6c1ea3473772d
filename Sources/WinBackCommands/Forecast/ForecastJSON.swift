import WinBack
import WinBackFormats

/// A forecast as one JSON object for programs.
struct ForecastJSON {
  private var writer = JSONWriter(.pretty)

  init(_ forecast: Forecast) {
    let dates = forecast.dates
    writer.beginObject()
    writer.key("by")
    writer.string(dates.step.rawValue)
    writer.key("customers")
    writer.integer(Int64(forecast.customers))
    if !forecast.notTold.isEmpty {
      writer.key("isLowerBound")
      writer.bool(true)
      writer.key("notTold")
      writer.beginArray()
      for thing in forecast.notTold { writer.string(thing) }
      writer.endArray()
    }
    writer.key("offers")
    writer.beginArray()
    for row in forecast.rows { append(row, dates, tellsStorefronts: forecast.tellsStorefronts) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
  }

  /// The text.
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  private mutating func append(
    _ row: ForecastRow,
    _ dates: AudienceDates,
    tellsStorefronts: Bool
  ) {
    writer.beginObject()
    writer.key("offerId")
    writer.string(row.offerId)
    writer.key("productId")
    writer.string(row.productId)
    writer.key("subscriptionGroupIdentifier")
    writer.string(row.group)
    if tellsStorefronts {
      writer.key("storefront")
      if let storefront = row.storefront { writer.string(storefront.code) } else { writer.null() }
    }
    writer.key("audience")
    writer.beginArray()
    for (place, point) in row.points.enumerated() {
      writer.beginObject()
      writer.key("date")
      writer.string(dates.names[place])
      write("eligible", point.eligible)
      write("undetermined", point.undetermined)
      // Before the first date there is no step.
      write("became", place == 0 ? nil : point.became)
      write("ceased", place == 0 ? nil : point.ceased)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private mutating func write(_ key: String, _ count: Int?) {
    writer.key(key)
    if let count { writer.integer(Int64(count)) } else { writer.null() }
  }
}
