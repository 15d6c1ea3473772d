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

  private static let from = OptionDescription.value(
    "from",
    "DATE",
    help: "the first date, an ISO 8601 date or date-time",
    defaultText: "today"
  )
  private static let until = OptionDescription.value(
    "until",
    "DATE",
    help: "the date that no date comes after",
    defaultText: "twelve months after the first"
  )
  private static let by = OptionDescription.value(
    "by",
    "STEP",
    kind: .choices(ForecastStep.allCases.map(\.rawValue)),
    help: "how far the dates are apart",
    defaultText: "day"
  )
  private static let byStorefront = OptionDescription.flag(
    "by-storefront",
    help: "count each storefront's customers on their own"
  )
  private static let csv = OptionDescription.flag(
    "csv",
    help: "write CSV, a row for each date and offer, instead of text for people"
  )

  static let descriptions: [OptionDescription] = [from, until, by, byStorefront, csv]

  let tellsStorefronts: Bool
  let layout: Layout

  private let arguments: ParsedArguments
  private let start: TimelineDate?
  private let end: TimelineDate?
  private let step: ForecastStep

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    tellsStorefronts = arguments.flag(Self.byStorefront)
    if arguments.flag(Self.csv), arguments.flag(.json) {
      throw arguments.wrongUsage("expected '--csv' or '--json', found both")
    }
    layout = arguments.flag(Self.csv) ? .csv : arguments.flag(.json) ? .json : .text
    start = try Self.date(Self.from, in: arguments)
    end = try Self.date(Self.until, in: arguments)
    step = arguments.value(Self.by).flatMap(ForecastStep.init(rawValue:)) ?? .day
  }

  private static func date(
    _ option: OptionDescription,
    in arguments: ParsedArguments
  ) throws(CommandFailure) -> TimelineDate? {
    try arguments.value(
      option,
      expected: "a date such as 2025-01-15 or a date-time such as 2025-01-15T09:30:00Z"
    ) { text in
      (try? ISO8601Date(parsing: text)).map {
        TimelineDate(instant: $0.instant, isDateOnly: $0.isDateOnly)
      }
    }
  }

  /// Returns the dates; days start where the engine's days start (T4).
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where there are none, or too many.
  func dates(at offset: UTCOffset, asOf now: Instant) throws(CommandFailure) -> ForecastDates {
    let start =
      self.start ?? TimelineDate(now.adding(milliseconds: offset.milliseconds).date)
    let end =
      self.end
      ?? TimelineDate(instant: start.instant.adding(months: 12), isDateOnly: start.isDateOnly)
    if end.resolved(at: offset) < start.resolved(at: offset) {
      throw arguments.wrongUsage(
        "option '\(Self.until.spelling)' expects a date that is not before the first one"
      )
    }
    guard let dates = ForecastDates(from: start, until: end, by: step, at: offset) else {
      throw arguments.wrongUsage(
        "expected from 1 to \(ForecastDates.limit.grouped) dates in the years 0001 to 9999, found "
          + "others between '\(Self.from.spelling)' and '\(Self.until.spelling)'"
      )
    }
    return dates
  }
}
