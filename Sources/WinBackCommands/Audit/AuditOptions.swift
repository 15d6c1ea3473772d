import CalendarTime

/// The options of `winback audit`.
struct AuditOptions: Sendable {
  private static let calibrate = Option(
    flag: "calibrate",
    help: "find the policies that explain the store's answers best, among all combinations"
  )
  private static let sensitivity = Option(
    flag: "sensitivity",
    help: "count how many customers' lists hang on each policy; needs no answers of the store"
  )
  private static let answers = Option(
    "answers",
    "FILE",
    .file("jsonl", "csv", "tsv", "gz"),
    help: "take the store's answers from this table or JSON Lines, not from the histories: "
      + "customerId, eligibleWinBackOfferIds, signedDate, subscriptionGroupIdentifier"
  )
  private static let ignoreOrder = Option(
    flag: "ignore-order",
    help: "compare the lists as sets; those of Xcode always are"
  )
  private static let allowMismatches = Option(
    "allow-mismatches",
    "N|P%",
    .allowance(of: "mismatches"),
    or: RejectAllowance(),
    help: "succeed in spite of this many mismatches, or this share of the store's answers",
    default: "0"
  )
  private static let samples = Option(
    "samples",
    "N",
    .number(in: 0...1_000),
    or: 10,
    help: "tell of this many mismatches in detail",
    default: "10"
  )

  static let all: [any OptionDeclaration] = [
    answers, calibrate, sensitivity, ignoreOrder, allowMismatches, samples,
  ]

  let calibrates: Bool
  let measuresSensitivity: Bool
  let ignoresOrder: Bool
  /// The file of the store's answers; nil where they stand in the histories.
  let answersFile: AnswersFile?
  let allowance: RejectAllowance
  let sampleLimit: Int

  /// The instant of answers that have none; nil where the user gives none.
  var instant: Instant?

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    calibrates = arguments[Self.calibrate]
    measuresSensitivity = arguments[Self.sensitivity]
    ignoresOrder = arguments[Self.ignoreOrder]
    answersFile = arguments[Self.answers].map { AnswersFile(path: $0) }
    allowance = arguments[Self.allowMismatches]
    sampleLimit = arguments[Self.samples]
    if calibrates, measuresSensitivity {
      throw arguments.wrongUsage("expected '--calibrate' or '--sensitivity', found both")
    }
    if measuresSensitivity, answersFile != nil {
      throw arguments.wrongUsage(
        "option '--answers' does not go with '--sensitivity', which needs none"
      )
    }
  }
}
