import CalendarTime
import WinBack
import WinBackFormats

/// The options that tell how histories are read, whatever is done with them.
struct HistoryInputOptions: Sendable {
  private static let section = OptionSection("Formats")

  private static let customerKey = Option(
    "customer-key",
    "KEY",
    .choice(of: CustomerKey.self),
    help: "in the App Store Server API, the purchases with one such key are one customer's",
    default: "the first of them that a subscription has",
    section: section
  )

  private static let environment = Option(
    "environment",
    "NAME",
    .choice(["Production", "Sandbox", "Xcode", "LocalTesting"], ignoresCase: true) { $0 },
    help: "read the purchases of this environment only",
    default: "the one that the input has; several are an error",
    section: section
  )

  /// The format of the histories.
  static let format = Option.format(.format(of: HistoryFormat.self))

  static let all: [any OptionDeclaration] = [format] + formatOptions

  /// The options that belong to one format or the other.
  static let formatOptions: [any OptionDeclaration] = [.mapping, customerKey, environment]

  /// The input.
  let file: InputFile

  private let arguments: ParsedArguments
  private let format: HistoryFormat?
  private let options: HistoryOptions
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments, input: String) throws(CommandFailure) {
    file = InputFile(input)
    self.arguments = arguments
    format = try Self.format(in: arguments, arguments[Self.format])
    options = Self.options(in: arguments)
    isVerbose = arguments[.verbose]
  }

  /// Returns what the options say to the readers of formats, without the mapping, which is a file.
  static func options(in arguments: ParsedArguments) -> HistoryOptions {
    HistoryOptions(
      customerKey: arguments[customerKey],
      environment: arguments[environment]
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
    var options = options
    options.mapping = try Self.mapping(arguments, on: console)
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

  /// Returns the format that the options name; nil to find it out from the input.
  static func format(
    in arguments: ParsedArguments,
    _ format: HistoryFormat?
  ) throws(CommandFailure) -> HistoryFormat? {
    let hasMapping = arguments[.mapping] != nil
    guard let format else { return hasMapping ? .table : nil }
    if hasMapping, !HistoryFormat.tables.contains(format) {
      throw arguments.wrongUsage("option '--mapping' needs a table, not '\(format.rawValue)'")
    }
    if format == .table, !hasMapping {
      throw arguments.wrongUsage("the format 'table' needs '--mapping FILE'")
    }
    return format
  }

  /// Reads the mapping that the options name; nil where they name none.
  static func mapping(
    _ arguments: ParsedArguments,
    on console: Console
  ) throws(CommandFailure) -> Mapping? {
    guard let path = arguments[.mapping] else { return nil }
    return try InputFile(path).parse(on: console) { bytes throws(FormatError) in
      try Mapping(json: bytes)
    }
  }

  // MARK: - Many customers

  /// Returns the format that the options name, or that the beginning of the input looks like.
  ///
  /// What looks like no format is read line by line, and its lines are rejected one by one.
  func format(ofInputBeginningWith bytes: RawSpan) -> HistoryFormat {
    format ?? (try? HistoryFormat(detecting: bytes)) ?? .native
  }

  /// Returns what the columns of a table mean: what the user says, or what its format has.
  func mapping(of format: HistoryFormat, on console: Console) throws(CommandFailure) -> Mapping {
    try Self.mapping(of: format, arguments, on: console)
  }

  /// Returns what the columns of a table mean: what the user says, or what its format has.
  static func mapping(
    of format: HistoryFormat,
    _ arguments: ParsedArguments,
    on console: Console
  ) throws(CommandFailure) -> Mapping {
    if let mapping = try mapping(arguments, on: console) { return mapping }
    do {
      return try format.mapping(orOwn: nil)
    } catch {
      throw arguments.wrongUsage("\(error.message); use '--mapping FILE'")
    }
  }

  /// Reads the histories of a whole input.
  func read(
    _ bytes: ContiguousArray<UInt8>,
    as format: HistoryFormat?,
    attributes: [RuleSet.Attribute],
    on console: Console
  ) throws(CommandFailure) -> HistoryInput {
    var options = options
    options.attributes = attributes
    options.mapping = try Self.mapping(arguments, on: console)
    do throws(FormatError) {
      return try HistoryInput(reading: bytes, as: format, options: options)
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error, file: file.name)])
    }
  }

  /// Tells what the input was taken for, where that was asked, and what its reader has to say.
  func report(_ format: HistoryFormat, _ warnings: [FormatWarning], on console: Console) {
    InputFormat.report(
      format.rawValue,
      warnings,
      file: file,
      isVerbose: isVerbose,
      on: console
    )
  }
}
