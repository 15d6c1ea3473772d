import WinBackCommandLine

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
    let selection = try arguments.selection(of: arguments[Self.offer], from: engine)
    if !selection.isAll { format.offers = engine.offerIds.map(selection.contains) }
    format.until = arguments[Self.until]?.end(at: engine.policies.facts.timeZone)
    if let until = format.until, until < now {
      throw arguments.wrongUsage(
        "option '--until' expects a date that is not before \(now), the instant of the question"
      )
    }
    return format
  }
}
