import CEL
import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

/// The options of `score` alone, and what they mean together.
extension ScoreCommand {
  private static let csv = Option(flag: "csv")
    .help("write CSV instead of JSON Lines")
  private static let long = Option(flag: "long")
    .help("write CSV with a row for each offer: verdict, first failed rule and window")
  private static let eligibleOnly = Option(flag: "eligible-only")
    .help(
      "leave out customers who are eligible for no offer, and with --long the offers that a "
        + "customer is not eligible for"
    )
  private static let offer = Option(repeatable: "offer", "ID", .text)
    .help(
      "write only customers who are eligible for this offer, and with --long only the rows of this "
        + "offer; may be repeated"
    )
  private static let undetermined = Option(flag: "undetermined")
    .help("with --csv, add a last column with the offers that cannot be decided")
  private static let details = Option(flag: "details")
    .help("add each offer's verdict, failed rules and next change")
  private static let merchandising = Option(flag: "merchandising")
    .help("add what an app shows each customer")
  private static let until = Option("until", "DATE", .date)
    .help("add the last instant of each open window, if it ends by this date, inclusive")
  static let own: [any OptionDeclaration] = [
    csv, long, .escapeFormulas, eligibleOnly, offer, undetermined, details, merchandising, until,
    HistoryInputOptions.rejects,
  ]

  var outputPath: String? { arguments[.output] }
  var rejectsPath: String? { arguments[HistoryInputOptions.rejects] }

  /// How results are written, as far as the options alone say.
  var format: ResultFormat {
    var format = ResultFormat()
    format.layout = arguments[Self.long] ? .long : arguments[Self.csv] ? .csv : .json
    format.escapesFormulas = arguments[.escapeFormulas]
    format.onlyEligible = arguments[Self.eligibleOnly]
    format.showsUndetermined = arguments[Self.undetermined]
    format.showsDetails = arguments[Self.details]
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
    let selection = OfferSelection(arguments[Self.offer])
    guard !selection.isAll else { return nil }
    if let id = selection.unknown(among: engine.offerIds).first {
      throw arguments.unknown("offer", id, inCatalog: engine.offerIds)
    }
    return engine.offerIds.map(selection.contains)
  }

  /// Returns the last instant of `--until`, which is the whole day where it is a date (T4).
  private func lastInstant(
    at offset: UTCOffset,
    asOf now: Instant
  ) throws(CommandFailure) -> Instant? {
    guard let until = arguments[Self.until] else { return nil }
    let start = until.resolved(at: offset)
    let last = until.isDateOnly ? start.adding(milliseconds: Instant.millisecondsPerDay - 1) : start
    guard last >= now else {
      throw arguments.wrongUsage(
        "option '--until' expects a date that is not before \(now), the instant of the question"
      )
    }
    return last
  }

  func checkCombination() throws(CommandFailure) {
    let layout = format.layout
    let name = layout == .long ? "--long" : "--csv"
    let long = "cannot be used with '--long', which has"
    let needs: [(option: any OptionDeclaration, isMet: Bool, reason: String)] = [
      (Self.details, layout == .json, "needs JSON Lines; leave out '\(name)'"),
      (
        Self.undetermined, layout == .csv, "needs '--csv'; the other forms always have these offers"
      ),
      (Self.merchandising, layout != .long, "\(long) a row for each offer"),
      (Self.until, layout != .long, "\(long) the whole window"),
      (.escapeFormulas, layout != .json, "needs '--csv' or '--long'"),
    ]
    for need in needs {
      try arguments.expectNone(of: [need.option], unless: need.isMet, need.reason)
    }
    if !format.showsScreens, EngineOptions.merchandising.contains(where: arguments.has) {
      throw arguments.wrongUsage(
        "options '--merchandising-rules' and '--introductory-rules' need '--merchandising'"
      )
    }
  }
}
