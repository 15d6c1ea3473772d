import CalendarTime
import WinBack

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
  private static let csv = OptionDescription.flag(
    "csv",
    help: "write CSV, a row for each date and offer, instead of text for people"
  )

  static let descriptions: [OptionDescription] =
    AudienceDateOptions.descriptions(dateDefaults) + [byStorefront, csv]

  let tellsStorefronts: Bool
  let layout: Layout

  private let dateOptions: AudienceDateOptions

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    tellsStorefronts = arguments.flag(Self.byStorefront)
    if arguments.flag(Self.csv), arguments.flag(.json) {
      throw arguments.wrongUsage("expected '--csv' or '--json', found both")
    }
    layout = arguments.flag(Self.csv) ? .csv : arguments.flag(.json) ? .json : .text
    dateOptions = try AudienceDateOptions(arguments, Self.dateDefaults)
  }

  /// Returns the dates: from today on, for a year, where the user says nothing else.
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where there are none, or too many.
  func dates(at offset: UTCOffset, asOf now: Instant) throws(CommandFailure) -> AudienceDates {
    try dateOptions.dates(
      at: offset,
      from: TimelineDate(now.adding(milliseconds: offset.milliseconds).date)
    ) { start in
      TimelineDate(instant: start.instant.adding(months: 12), isDateOnly: start.isDateOnly)
    }
  }
}
