import CEL
import CalendarTime
import WinBack
import WinBackFormats

/// The options that say which dates a forecast has, and what it looks like.
struct ForecastOptions: Sendable {
  /// How a forecast is written.
  enum Layout: Sendable {
    case text
    case json
    case csv
  }

  private static let dateDefaults = AudienceDateOptions.Defaults(
    from: "today",
    until: "twelve months after the first",
    step: .day,
    // Every day of ten years.
    limit: 3_660,
    section: .options
  )
  private static let byStorefront = OptionDescription.flag(
    "by-storefront",
    help: "count each storefront's customers on their own"
  )
  private static let product = OptionDescription.value(
    "product",
    "APPLE-ID=PRODUCT",
    isRepeatable: true,
    help: "in a Win-back Eligibility report, which product a subscription is; may be repeated",
    defaultText: "the one with its name"
  )
  private static let csv = OptionDescription.flag(
    "csv",
    help: "write CSV, a row for each date and offer, instead of text for people"
  )

  static let descriptions: [OptionDescription] =
    AudienceDateOptions.descriptions(dateDefaults) + [
      byStorefront, product, csv, .escapeFormulas,
    ]

  let tellsStorefronts: Bool
  let layout: Layout
  let escapesFormulas: Bool
  /// The products of a report's subscriptions, by their Apple IDs.
  let products: [String: String]

  private let arguments: ParsedArguments
  private let dateOptions: AudienceDateOptions

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    products = try Self.products(in: arguments)
    tellsStorefronts = arguments.flag(Self.byStorefront)
    if arguments.flag(Self.csv), arguments.flag(.json) {
      throw arguments.wrongUsage("expected '--csv' or '--json', found both")
    }
    layout = arguments.flag(Self.csv) ? .csv : arguments.flag(.json) ? .json : .text
    escapesFormulas = arguments.flag(.escapeFormulas)
    if escapesFormulas, layout != .csv {
      throw arguments.wrongUsage("option '--escape-formulas' needs '--csv'")
    }
    dateOptions = try AudienceDateOptions(arguments, Self.dateDefaults)
  }

  private static func products(
    in arguments: ParsedArguments
  ) throws(CommandFailure) -> [String: String] {
    var products: [String: String] = [:]
    for text in arguments.values(product) {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw arguments.wrongUsage(
          "option '--product' expects an Apple ID and a product such as 6001=basic.monthly, found "
            + "'\(text)'"
        )
      }
      guard products.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw arguments.wrongUsage("the product of '\(parts[0])' is named twice")
      }
    }
    return products
  }

  /// Checks that the options fit a report, which counts customers and has no histories.
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where one does not, or names what there is not.
  func checkReport(_ report: EligibilityReport, _ catalog: Catalog) throws(CommandFailure) {
    for option in [OptionDescription.rules, .policy] where arguments.value(option) != nil {
      throw arguments.wrongUsage(
        "option '\(option.spelling)' needs histories, not a report that counts customers"
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

  /// Returns the dates: from today on, for a year, where the user says nothing else.
  ///
  /// - Parameters:
  ///   - offset: The time zone of dates without a time.
  ///   - now: The present.
  ///   - onlyStep: How far the dates are apart where the input tells no others.
  /// - Returns: The dates.
  /// - Throws: ``CommandFailure`` of wrong usage where there are none, or too many.
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
