import CalendarTime
import WinBackFormats

struct AuditOptions: Sendable {
  private static let calibrate = Option(flag: "calibrate")
    .help("find the policies that explain the store's answers best, among all combinations")
  private static let sensitivity = Option(flag: "sensitivity")
    .help("count how many customers' lists depend on each policy; needs no answers of the store")
  private static let answers = Option("answers", "FILE", .file("jsonl", "csv", "tsv", "gz"))
    .help(
      "read the store's answers from this table or JSON Lines, not from the histories: customerId, "
        + "eligibleWinBackOfferIds, signedDate, subscriptionGroupIdentifier"
    )
  private static let ignoreOrder = Option(flag: "ignore-order")
    .help("ignore the order of the lists; the order of Xcode's lists is always ignored")
  private static let allowMismatches = Option(
    "allow-mismatches",
    "N|P%",
    .allowance(of: "mismatches"),
    or: RejectAllowance()
  )
  .help("tolerate this many mismatches, or this share of the store's answers")
  .default("0")
  private static let samples = Option("samples", "N", .number(in: 0...1_000), or: 10)
    .help("show this many mismatches in detail")
    .default("10")

  static let all: [any OptionDeclaration] = [
    answers, calibrate, sensitivity, ignoreOrder, allowMismatches, samples,
  ]

  let calibrates: Bool
  let measuresSensitivity: Bool
  let ignoresOrder: Bool
  /// The file of the store's answers; nil if they stand in the histories.
  let answersFile: InputFile?
  let allowance: RejectAllowance
  let sampleLimit: Int

  /// The instant of answers that have none; nil if the user gives none.
  var instant: Instant?

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    calibrates = arguments[Self.calibrate]
    measuresSensitivity = arguments[Self.sensitivity]
    ignoresOrder = arguments[Self.ignoreOrder]
    answersFile = arguments[Self.answers].map { InputFile($0) }
    allowance = arguments[Self.allowMismatches]
    sampleLimit = arguments[Self.samples]
    try arguments.expectOne(of: Self.calibrate, Self.sensitivity)
    try arguments.expectNone(
      of: [Self.answers],
      unless: !measuresSensitivity,
      "cannot be used with '--sensitivity', which needs none"
    )
  }
}

extension StoreAnswers {
  /// How many bytes are read at once; a longer row is also read.
  private static let pieceSize = 1 << 20

  /// Reads the file of `--answers`: what the store said, apart from the histories.
  static func read(_ file: InputFile, on console: Console) throws(CommandFailure) -> StoreAnswers {
    try StreamedInput.with(file, on: console) { input throws(CommandFailure) in
      var reader = StoreAnswersReader()
      var bytes: ContiguousArray<UInt8> = []
      var end = 0
      var isWhole = false
      while !isWhole {
        bytes.appendZeros(max(Self.pieceSize, end))
        let count = try input.read(into: &bytes, from: end)
        end += count
        isWhole = count == 0
        let taken = try file.parsing { () throws(FormatError) in
          try reader.read(bytes.rawBytes.extracting(..<end), isWhole: isWhole)
        }
        bytes.removeSubrange(end...)
        bytes.removeSubrange(..<taken)
        end -= taken
      }
      return reader.finish()
    }
  }
}
