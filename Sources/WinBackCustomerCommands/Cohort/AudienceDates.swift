import WinBackCommandLine

/// The instants at which audiences are counted, in order.
struct AudienceDates: Sendable {
  let instants: ContiguousArray<Instant>
  let names: [String]
  let step: AudienceStep

  /// Creates dates, of which there is at least one and at most a limit; nil for any other number.
  ///
  /// Steps are counted in the calendar of the time zone (T4), as the days of a catalog are.
  init?(
    from start: TimelineDate,
    until end: Instant,
    by step: AudienceStep,
    at offset: UTCOffset,
    limit: Int
  ) {
    // A default can be after the last valid year (T5).
    let last = min(end, .maximum)
    var instants: ContiguousArray<Instant> = []
    var names: [String] = []
    while true {
      let date = step.date(instants.count, after: start.instant)
      let instant = TimelineDate(instant: date, isDateOnly: start.isDateOnly).resolved(at: offset)
      guard instant <= last else { break }
      guard instants.count < limit, instant.isValid else { return nil }
      instants.append(instant)
      names.append(start.isDateOnly ? date.date.description : date.description)
    }
    guard !instants.isEmpty else { return nil }
    self.instants = instants
    self.names = names
    self.step = step
  }

  var range: ClosedRange<Instant> { instants[0]...instants[instants.count - 1] }

  /// Returns the index of the first date that is not before an instant.
  ///
  /// - Complexity: O(log *n*)
  func index(from instant: Instant) -> Int { instants.indices.end { instants[$0] < instant } }
}

enum AudienceStep: String, Sendable, Hashable, CaseIterable {
  case day, week, month

  func date(_ steps: Int, after start: Instant) -> Instant {
    switch self {
    case .day: start.adding(milliseconds: Int64(steps) * Instant.millisecondsPerDay)
    case .week: start.adding(milliseconds: Int64(steps) * 7 * Instant.millisecondsPerDay)
    case .month: start.adding(months: Int64(steps))
    }
  }
}

struct AudienceDateOptions: Sendable {
  private let until: Option<TimelineDate?>
  /// The intervals between the dates; nil stands for storefronts.
  private let by: Option<[AudienceStep?]>
  private let step: AudienceStep
  private let limit: Int

  /// Declares the options; without them, the last date is as the words say, and there may be as many dates
  /// as the limit.
  ///
  /// `storefronts` says whether `--by` takes these, too.
  init(until: String, _ step: AudienceStep, limit: Int, storefronts: Bool = false) {
    self.until = Option<TimelineDate?>.until.default(until)
    let interval = "the interval between the dates"
    let steps = AudienceStep.allCases.map(\.rawValue)
    let by: Option<[AudienceStep?]> =
      if storefronts {
        Option(
          repeatable: "by",
          "STEP|storefront",
          .choice(steps + ["storefront"]) { .some(AudienceStep(rawValue: $0)) }
        )
        .help("\(interval), or 'storefront' to count each storefront separately; may be repeated")
      } else {
        Option("by", "STEP", .choice(steps) { [AudienceStep(rawValue: $0)] }, or: []).help(interval)
      }
    self.by = by.default(step.rawValue)
    self.step = step
    self.limit = limit
  }

  var all: [any OptionDeclaration] { [by, until] }

  /// Returns whether the user wants each storefront separately.
  func tellsStorefronts(_ arguments: ParsedArguments) -> Bool {
    arguments[by].contains(nil)
  }

  /// Returns the dates from the first one on; days start where the engine's days start (T4).
  ///
  /// `last` stands in for the last date if the user does not name it; `onlyStep` is the only possible
  /// interval, if the input has one.
  func dates(
    of arguments: ParsedArguments,
    at offset: UTCOffset,
    from start: TimelineDate,
    by onlyStep: AudienceStep? = nil,
    until last: TimelineDate
  ) throws(CommandFailure) -> AudienceDates {
    let end = (arguments[until] ?? last).end(at: offset)
    let steps = arguments[by].compactMap(\.self)
    let step = steps.first
    if steps.count > 1 {
      let found = steps.map { "'\($0.rawValue)'" }.asList
      throw arguments.wrongUsage("option '--by' expects one step, found \(found)")
    }
    if end < start.resolved(at: offset) {
      throw arguments.wrongUsage("option '--until' expects a date that is not before the first one")
    }
    if let onlyStep, let step, step != onlyStep {
      throw arguments.wrongUsage(
        "option '--by' expects '\(onlyStep.rawValue)' for this input, found '\(step.rawValue)'"
      )
    }
    let interval = onlyStep ?? step ?? self.step
    guard let dates = AudienceDates(from: start, until: end, by: interval, at: offset, limit: limit)
    else {
      throw arguments.wrongUsage(
        "expected from 1 to \(limit.grouped) dates in the years 0001 to 9999, found others until "
          + "'--until'"
      )
    }
    return dates
  }
}
