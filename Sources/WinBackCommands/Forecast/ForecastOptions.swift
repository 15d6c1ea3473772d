import CEL
import CalendarTime
import WinBack
import WinBackFormats

/// The options that say which dates a forecast has, and what it looks like.
struct ForecastOptions: Sendable {
  private static let dateDefaults = AudienceDateOptions.Defaults(
    from: "today",
    until: "twelve months after the first",
    step: .day,
    // Every day of ten years.
    limit: 3_660,
    section: .options
  )
  private static let product = Option(
    pairs: "product",
    "APPLE-ID=PRODUCT",
    .pair(
      expecting: "an Apple ID and a product such as 6001=basic.monthly",
      takesEmpty: false
    ),
    help: "in a Win-back Eligibility report, the product of a subscription; may be repeated",
    default: "the one with its name"
  ) { "the product of '\($0)' is named twice" }
  private static let csv = Option(
    flag: "csv",
    help: "write CSV, a row for each date and offer, instead of text for people"
  )

  static let all: [any OptionDeclaration] =
    AudienceDateOptions.all(dateDefaults) + [.byStorefront, product, csv, .escapeFormulas]

  let tellsStorefronts: Bool
  let layout: ResultLayout
  let escapesFormulas: Bool
  /// The products of a report's subscriptions, by their Apple IDs.
  let products: [String: String]

  private let arguments: ParsedArguments
  private let dateOptions: AudienceDateOptions

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    products = arguments[Self.product]
    tellsStorefronts = arguments[.byStorefront]
    layout = try ResultLayout(arguments, csv: Self.csv)
    escapesFormulas = arguments[.escapeFormulas]
    if escapesFormulas, layout != .csv {
      throw arguments.wrongUsage("option '--escape-formulas' needs '--csv'")
    }
    dateOptions = AudienceDateOptions(arguments, Self.dateDefaults)
  }

  /// Checks that the options fit a report, which counts customers and has no histories.
  func checkReport(_ report: EligibilityReport, _ catalog: Catalog) throws(CommandFailure) {
    let options: [any OptionDeclaration] =
      [
        .rules, .policy, CohortOptions.summary, CohortOptions.jobs, CohortOptions.allowRejects,
        Requirements.option, EngineOptions.dataThrough,
      ] + HistoryInputOptions.all
    for option in options where arguments.has(option) {
      throw arguments.wrongUsage(
        "option '\(option.description.spelling)' needs histories, not a report that counts customers"
      )
    }
    let known = catalog.subscriptionGroups.flatMap { $0.subscriptions.map(\.productId) }
    for (id, product) in products.sorted(by: { $0.key < $1.key }) {
      guard known.contains(product) else {
        throw arguments.wrongUsage(
          "the catalog has no product '\(product)'",
          suggestion: nearestName(to: product, among: known)
        )
      }
      guard report.rows.contains(where: { $0.subscriptionAppleId == id }) else {
        throw arguments.wrongUsage("the report has no subscription with the Apple ID '\(id)'")
      }
    }
  }

  /// Returns the dates: from today on, for a year, where the user says nothing else; `onlyStep` is
  /// the only possible interval, if the input has one.
  func dates(
    at offset: UTCOffset,
    asOf now: Instant,
    by onlyStep: AudienceStep? = nil
  ) throws(CommandFailure) -> AudienceDates {
    try dateOptions.dates(
      at: offset,
      from: TimelineDate(now.adding(milliseconds: offset.milliseconds).date),
      by: onlyStep
    ) { start in
      TimelineDate(instant: start.instant.adding(months: 12), isDateOnly: start.isDateOnly)
    }
  }
}
