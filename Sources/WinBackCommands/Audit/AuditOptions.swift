import CalendarTime

/// The options of `winback audit`.
struct AuditOptions: Sendable {
  private static let calibrate = OptionDescription.flag(
    "calibrate",
    help: "find the policies that explain the store's answers best, among all combinations"
  )
  private static let sensitivity = OptionDescription.flag(
    "sensitivity",
    help: "count how many customers' lists hang on each policy; needs no answers of the store"
  )
  private static let ignoreOrder = OptionDescription.flag(
    "ignore-order",
    help: "compare the lists as sets; those of Xcode always are"
  )
  private static let allowMismatches = OptionDescription.value(
    "allow-mismatches",
    "N|P%",
    help: "succeed in spite of this many mismatches, or this share of the store's answers",
    defaultText: "0"
  )
  private static let samples = OptionDescription.value(
    "samples",
    "N",
    help: "tell of this many mismatches in detail",
    defaultText: "10"
  )

  static let descriptions: [OptionDescription] = [
    calibrate, sensitivity, ignoreOrder, allowMismatches, samples,
  ]

  let calibrates: Bool
  let measuresSensitivity: Bool
  let ignoresOrder: Bool
  let allowance: RejectAllowance
  let sampleLimit: Int

  /// The instant of answers that have none; nil where the user gives none.
  var instant: Instant?

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    calibrates = arguments.flag(Self.calibrate)
    measuresSensitivity = arguments.flag(Self.sensitivity)
    ignoresOrder = arguments.flag(Self.ignoreOrder)
    if calibrates, measuresSensitivity {
      throw arguments.wrongUsage("expected '--calibrate' or '--sensitivity', found both")
    }
    allowance =
      try arguments.value(
        Self.allowMismatches,
        expected: "a number of mismatches or a percentage such as 0.5%",
        as: RejectAllowance.init
      ) ?? RejectAllowance()
    sampleLimit =
      try arguments.value(Self.samples, expected: "a number from 0 to 1000") { text in
        Int(text).flatMap { (0...1_000).contains($0) ? $0 : nil }
      } ?? 10
  }
}
