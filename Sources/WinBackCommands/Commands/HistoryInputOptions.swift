import CalendarTime
import WinBack
import WinBackFormats

/// The options that tell how histories are read, whatever is done with them.
struct HistoryInputOptions: Sendable {
  private static let section = OptionSection("Formats")

  private static let customerKey = OptionDescription.value(
    "customer-key",
    "KEY",
    kind: .choices(CustomerKey.allCases.map(\.rawValue)),
    help: "in the App Store Server API, the purchases with one such key are one customer's",
    defaultText: "the first of them that a subscription has",
    section: section
  )

  private static let environment = OptionDescription.value(
    "environment",
    "NAME",
    help: "read the purchases of this environment only, such as Production",
    defaultText: "the one that the input has; several are an error",
    section: section
  )

  static let descriptions: [OptionDescription] =
    [.format(InputFormat.names(of: HistoryFormat.self))] + formatDescriptions

  /// The options that belong to one format or the other.
  static let formatDescriptions: [OptionDescription] = [customerKey, environment]

  /// The input.
  let file: InputFile

  private let format: HistoryFormat?
  private let options: HistoryOptions
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments, input: String) throws(CommandFailure) {
    file = InputFile(input)
    format = arguments.value(.format([])).flatMap { InputFormat.named($0) }
    options = try Self.options(in: arguments)
    isVerbose = arguments.flag(.verbose)
  }

  /// Returns what the options say to the readers of formats.
  static func options(in arguments: ParsedArguments) throws(CommandFailure) -> HistoryOptions {
    HistoryOptions(
      customerKey: arguments.value(customerKey).flatMap(CustomerKey.init(rawValue:)),
      environment: arguments.value(environment)
    )
  }

  /// Reads the histories and decides on their customers.
  func decisions(
    of engine: EligibilityEngine,
    asOf now: Instant,
    on console: Console
  ) throws(CommandFailure) -> [CustomerDecisions] {
    try decisions(of: engine, in: file.read(on: console), asOf: now, on: console)
  }

  /// Decides on the customers of an input that was read.
  func decisions(
    of engine: EligibilityEngine,
    in bytes: ContiguousArray<UInt8>,
    asOf now: Instant,
    on console: Console
  ) throws(CommandFailure) -> [CustomerDecisions] {
    let decisions: InputDecisions
    do {
      decisions = try engine.decisions(in: bytes, as: format, options: options, asOf: now)
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error, file: file.name)])
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

  /// Returns the histories of an input that was read.
  func histories(
    for engine: EligibilityEngine,
    in bytes: ContiguousArray<UInt8>,
    on console: Console
  ) throws(CommandFailure) -> [CustomerHistory] {
    var options = options
    options.attributes = engine.rules.ruleSet.attributes
    let input: HistoryInput
    do {
      input = try HistoryInput(reading: bytes, as: format, options: options)
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error, file: file.name)])
    }
    InputFormat.report(
      input.format.rawValue,
      input.warnings,
      file: file,
      isVerbose: isVerbose,
      on: console
    )
    return input.histories
  }

  /// Tells what an input was taken for that is not read as a whole, where that was asked.
  func report(_ format: HistoryFormat, on console: Console) {
    InputFormat.report(format.rawValue, [], file: file, isVerbose: isVerbose, on: console)
  }

  /// Returns the format of an input, from its beginning where the user does not name it.
  func format(
    ofInputBeginningWith bytes: ContiguousArray<UInt8>
  ) throws(CommandFailure) -> HistoryFormat {
    if let format { return format }
    do {
      return try HistoryFormat(detecting: bytes.rawBytes)
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error, file: file.name)])
    }
  }
}
