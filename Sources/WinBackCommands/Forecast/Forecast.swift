import CEL
import CalendarTime
import WinBack
import WinBackFiles
import WinBackFormats

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
  /// What the input cannot say, so that each number is a lower bound; empty if it tells all.
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
      let all: [(storefront: Storefront?, series: AudienceSeries)] =
        audience.tellsStorefronts
        ? audience.storefrontSeries[index].map { ($0.key, $0.value) }
          .ordered { ($0.storefront?.code ?? "") < ($1.storefront?.code ?? "") }
        : [(nil, audience.series[index])]
      return all.map { storefront, series in
        Line(offer: offers[index], storefront: storefront, points: series.points)
      }
    }
  }

  /// A line at one date, by the date's index.
  private typealias Row = (line: Line, date: Int)

  private var audience: [ResultColumn<Row>] {
    func point(_ row: Row) -> AudienceSeries.Point { row.line.points[row.date] }
    return [
      .text("date") { dates.names[$0.date] }, .count("eligible") { point($0).eligible },
      .count("undetermined") { point($0).undetermined },
      // Before the first date there is no step.
      .count("became") { $0.date == 0 ? nil : point($0).became },
      .count("ceased") { $0.date == 0 ? nil : point($0).ceased },
    ]
  }

  func csv(escapesFormulas: Bool) -> ContiguousArray<UInt8> {
    var csv = CSVWriter(escapesFormulas: escapesFormulas)
    var columns = audience
    let storefront: [ResultColumn<Row>] =
      tellsStorefronts ? [.text("storefront") { $0.line.storefront?.code ?? "" }] : []
    let offer: [ResultColumn<Row>] = [
      .text("subscriptionGroupIdentifier") { $0.line.offer.key.group },
      .text("offerId") { $0.line.offer.key.offerId },
    ]
    columns.insert(contentsOf: offer + storefront, at: 1)
    for date in dates.names.indices {
      ResultTable(lines.map { ($0, date) }, columns).write(to: &csv, hasTitles: date == 0)
    }
    return csv.bytes
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("by", dates.step.rawValue)
      json.member("customers", customers)
      if !notTold.isEmpty {
        json.member("isLowerBound", true)
        json.member("notTold", notTold)
      }
      json.objects("offers", lines) { json, line in
        json.member("offerId", line.offer.key.offerId)
        json.member("productId", line.offer.subscription.productId)
        json.member("subscriptionGroupIdentifier", line.offer.key.group)
        if tellsStorefronts { json.member("storefront", orNull: line.storefront?.code) }
        json.objects("audience", ResultTable(dates.names.indices.map { (line, $0) }, audience))
      }
    }
  }
}

struct ForecastWorker: GroupWorker {
  let symbols: SymbolTable
  let products: ProductGroups
  private(set) var stretches: ContiguousArray<VerdictStretch> = []

  private let range: ClosedRange<Instant>
  private var evaluator: BatchEvaluator

  init(_ engine: EligibilityEngine, in range: ClosedRange<Instant>) {
    symbols = engine.index.symbols
    products = engine.index.productGroups
    self.range = range
    evaluator = BatchEvaluator(BatchProgram(engine))
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    evaluator.follow(record, group, symbols, in: range)
    stretches.append(contentsOf: evaluator.results.stretches)
  }

  mutating func removeAll() { stretches.removeAll(keepingCapacity: true) }
}
