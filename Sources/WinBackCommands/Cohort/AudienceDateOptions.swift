import CalendarTime
import WinBack
import WinBackFormats

/// The options that say at which dates audiences are counted.
struct AudienceDateOptions: Sendable {
  /// What holds where the user says nothing.
  struct Defaults: Sendable {
    /// The first date in words, and the last one.
    let from: String
    let until: String
    let step: AudienceStep
    /// The most dates that there may be.
    let limit: Int
    let section: OptionSection
  }

  private let arguments: ParsedArguments
  private let defaults: Defaults

  /// Returns the options.
  static func all(_ defaults: Defaults) -> [any OptionDeclaration] {
    [from(defaults), until(defaults), by(defaults)]
  }

  private static func from(_ defaults: Defaults) -> Option<TimelineDate?> {
    Option(
      "from",
      "DATE",
      .date,
      help: "the first date, an ISO 8601 date or date-time",
      default: defaults.from,
      section: defaults.section
    )
  }

  private static func until(_ defaults: Defaults) -> Option<TimelineDate?> {
    Option(
      "until",
      "DATE",
      .date,
      help: "the last possible date",
      default: defaults.until,
      section: defaults.section
    )
  }

  private static func by(_ defaults: Defaults) -> Option<AudienceStep?> {
    Option(
      "by",
      "STEP",
      .choice(of: AudienceStep.self),
      help: "the interval between the dates",
      default: defaults.step.rawValue,
      section: defaults.section
    )
  }

  /// Reads the options.
  init(_ arguments: ParsedArguments, _ defaults: Defaults) {
    self.arguments = arguments
    self.defaults = defaults
  }

  /// Returns the dates; days start where the engine's days start (T4).
  ///
  /// `first` and `last` stand in for what the user does not name; `onlyStep` is the only possible
  /// interval, if the input has one.
  ///
  /// - Throws: ``CommandFailure`` of wrong usage if there are no dates, or too many.
  func dates(
    at offset: UTCOffset,
    from first: TimelineDate,
    by onlyStep: AudienceStep? = nil,
    until last: (TimelineDate) -> TimelineDate
  ) throws(CommandFailure) -> AudienceDates {
    let start = arguments[Self.from(defaults)] ?? first
    let end = arguments[Self.until(defaults)] ?? last(start)
    let step = arguments[Self.by(defaults)]
    if end.resolved(at: offset) < start.resolved(at: offset) {
      throw arguments.wrongUsage("option '--until' expects a date that is not before the first one")
    }
    if let onlyStep, let step, step != onlyStep {
      throw arguments.wrongUsage(
        "option '--by' expects '\(onlyStep.rawValue)' for this input, found '\(step.rawValue)'"
      )
    }
    guard
      let dates = AudienceDates(
        from: start,
        until: end,
        by: onlyStep ?? step ?? defaults.step,
        at: offset,
        limit: defaults.limit
      )
    else {
      throw arguments.wrongUsage(
        "expected from 1 to \(defaults.limit.grouped) dates in the years 0001 to 9999, found others "
          + "between '--from' and '--until'"
      )
    }
    return dates
  }
}
