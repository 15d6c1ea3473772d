import WinBackCommandLine

struct Forecast {
  struct Line {
    let offer: PlacedOffer
    /// The storefront; nil if it is not known, or where storefronts are not told apart.
    let storefront: Storefront?
    let points: [AudienceSeries.Point]
  }

  let dates: AudienceDates
  let tellsStorefronts: Bool
  let lines: [Line]
  let customers: Int
  /// What the input cannot say, so that each number is an estimate; empty if it tells all.
  let notTold: [String]

  /// Creates a forecast of the offers with these indices, or of all, in the order of the result;
  /// storefronts are in that of their codes, with those that are not known first.
  init(
    _ audience: AudienceForecast,
    of engine: EligibilityEngine,
    customers: Int,
    offers indices: Set<Int>? = nil,
    notTold: [String] = []
  ) {
    dates = audience.dates
    tellsStorefronts = audience.tellsStorefronts
    self.customers = customers
    self.notTold = notTold
    let offers = engine.placedOffers
    lines = offers.indices.filter { indices?.contains($0) ?? true }.flatMap { index in
      audience.series[index].ordered { ($0.key?.code ?? "") < ($1.key?.code ?? "") }
        .map { storefront, series in
          Line(offer: offers[index], storefront: storefront, points: series.points)
        }
    }
  }

  /// The columns of an offer's audience, a row for each date.
  private static let audience: [ResultTable.Heading] = [
    .text("date"), .number("eligible"), .number("undetermined"), .number("became"),
    .number("ceased"),
  ]

  private func audience(of line: Line, at date: Int) -> [ResultCell] {
    let point = line.points[date]
    // Before the first date there is no step.
    let (became, ceased) = date == 0 ? (nil, nil) : (point.became, point.ceased)
    return [
      .text(dates.names[date]), .count(point.eligible), .count(point.undetermined), .count(became),
      .count(ceased),
    ]
  }

  /// Writes the audience of each offer as a table, a date at a time.
  func writeTable(to channel: OutputChannel) throws(CommandFailure) {
    // What a line is about stands between the date and the numbers.
    var columns = Self.audience
    if tellsStorefronts { columns.insert(.text("storefront"), at: 1) }
    columns.insert(.text("offerId"), at: 1)
    columns.insert(.identifier("subscriptionGroupIdentifier"), at: 1)
    for date in dates.names.indices {
      let rows = lines.map { line in
        var row = audience(of: line, at: date)
        if tellsStorefronts { row.insert(.text(line.storefront?.code), at: 1) }
        row.insert(contentsOf: [.text(line.offer.key.group), .text(line.offer.key.offerId)], at: 1)
        return row
      }
      try channel.write(ResultTable(columns, rows), isFirst: date == 0)
    }
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("by", dates.step.rawValue)
      json.member("customers", customers)
      if !notTold.isEmpty {
        json.member("isEstimate", true)
        json.member("notTold", notTold)
      }
      json.objects("offers", lines) { json, line in
        json.member("offerId", line.offer.key.offerId)
        json.member("productId", line.offer.subscription.productId)
        json.member("subscriptionGroupIdentifier", line.offer.key.group)
        if tellsStorefronts { json.member("storefront", orNull: line.storefront?.code) }
        let rows = dates.names.indices.map { audience(of: line, at: $0) }
        json.objects("audience", ResultTable(Self.audience, rows))
      }
    }
  }
}
