import CEL
import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

/// The options of `score` alone, and what they mean together.
extension ScoreCommand {
  private static let csv = Option<Bool>.csv.help("write CSV instead of JSON Lines")
  private static let long = Option(flag: "long")
    .help("write CSV with a row for each offer: verdict, first failed rule and window")
  private static let offer = Option(repeatable: "offer", "OFFER", .text)
    .help(
      "write only customers who are eligible for the offer with this id or name, and with --long "
        + "only the rows of this offer; may be repeated"
    )
  private static let details = Option(flag: "details").excluding(long)
    .help(
      "add each offer's verdict, failed rules and next change, or with --csv the offers that cannot be "
        + "decided"
    )
  private static let merchandising = Option(flag: "merchandising").excluding(long)
    .help("add what an app shows each customer")
  private static let until = Option<TimelineDate?>.until.excluding(long)
    .help("add the last instant of each open window, if it ends by this date, inclusive")
  static let own: [any OptionDeclaration] = [
    csv, long, offer, details, merchandising, until, HistoryInputOptions.rejects,
  ]

  var outputPath: String? { arguments[.output] }
  var rejectsPath: String? { arguments[HistoryInputOptions.rejects] }

  /// How results are written, as far as the options alone say.
  var format: ResultFormat {
    var format = ResultFormat()
    format.layout = arguments[Self.long] ? .long : arguments[Self.csv] ? .csv : .json
    format.showsDetails = arguments[Self.details] && format.layout == .json
    format.showsUndetermined = arguments[Self.details] && format.layout == .csv
    format.showsScreens = arguments[Self.merchandising]
    return format
  }

  func format(of engine: EligibilityEngine, asOf now: Instant) throws(CommandFailure)
    -> ResultFormat
  {
    var format = format
    format.offers = try offers(of: engine)
    format.until = try lastInstant(at: engine.policies.facts.timeZone, asOf: now)
    return format
  }

  /// Returns whether each offer of an engine is asked for; nil if all are.
  private func offers(of engine: EligibilityEngine) throws(CommandFailure) -> [Bool]? {
    let selection = try arguments.selection(of: arguments[Self.offer], from: engine)
    return selection.isAll ? nil : engine.offerIds.map(selection.contains)
  }

  /// Returns the last instant of `--until`, which is the whole day where it is a date (T4).
  private func lastInstant(
    at offset: UTCOffset,
    asOf now: Instant
  ) throws(CommandFailure) -> Instant? {
    guard let until = arguments[Self.until] else { return nil }
    let last = until.end(at: offset)
    guard last >= now else {
      throw arguments.wrongUsage(
        "option '--until' expects a date that is not before \(now), the instant of the question"
      )
    }
    return last
  }
}
