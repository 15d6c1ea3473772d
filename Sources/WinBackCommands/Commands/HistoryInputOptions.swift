import CalendarTime
import WinBack
import WinBackFormats

/// The options that tell how histories are read, whatever is done with them.
struct HistoryInputOptions: Sendable {
  static let descriptions: [OptionDescription] = [
    .format(InputFormat.names(of: HistoryFormat.self))
  ]

  /// The input.
  let file: InputFile

  private let format: HistoryFormat?
  private let options: HistoryOptions
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments, input: String) throws(CommandFailure) {
    file = InputFile(input)
    format = arguments.value(.format([])).flatMap { InputFormat.named($0) }
    options = HistoryOptions()
    isVerbose = arguments.flag(.verbose)
  }

  /// Reads the histories and decides on their customers.
  func decisions(
    of engine: EligibilityEngine,
    asOf now: Instant,
    on console: Console
  ) throws(CommandFailure) -> [CustomerDecisions] {
    let decisions = try file.parse(on: console) { bytes throws(FormatError) in
      try engine.decisions(in: bytes, as: format, options: options, asOf: now)
    }
    InputFormat.report(
      decisions.format.rawValue,
      decisions.warnings,
      file: file,
      isVerbose: isVerbose,
      on: console
    )
    return decisions.customers
  }
}
