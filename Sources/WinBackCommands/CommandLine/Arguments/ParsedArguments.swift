import CEL

/// What the user typed after the name of a command, checked against its description.
package struct ParsedArguments: Sendable {
  let command: CommandDescription

  private var textsByOption: [String: [String]] = [:]
  private var valuesByPositional: [String: [String]] = [:]

  init(command: CommandDescription) { self.command = command }

  /// What an option was given, or what holds without it.
  package subscript<Value>(_ option: Option<Value>) -> Value {
    guard let texts = textsByOption[option.description.name] else { return option.absent }
    // The parser has checked the texts.
    return (try? option.value(of: texts)) ?? option.absent
  }

  func has(_ option: any OptionDeclaration) -> Bool { !texts(of: option.description).isEmpty }

  /// Returns the text of each time that an option was given; a flag's is empty.
  func texts(of option: OptionDescription) -> [String] { textsByOption[option.name] ?? [] }

  package func value(_ positional: PositionalDescription) -> String? {
    valuesByPositional[positional.name]?.first
  }

  package func values(_ positional: PositionalDescription) -> [String] {
    valuesByPositional[positional.name] ?? []
  }

  /// Returns the value of an option that the command cannot do without.
  ///
  /// - Throws: ``CommandFailure`` when the option is not described as required and is missing.
  package func required<Value>(_ option: Option<Value?>) throws(CommandFailure) -> Value {
    guard let value = self[option] else { throw missing(option.description) }
    return value
  }

  /// Returns the argument in a place that the command cannot leave empty.
  ///
  /// - Throws: ``CommandFailure`` when the place is not described as required and is empty.
  package func required(_ positional: PositionalDescription) throws(CommandFailure) -> String {
    guard let value = value(positional) else { throw missing(positional) }
    return value
  }

  func missing(_ option: OptionDescription) -> CommandFailure {
    wrongUsage("missing option '\(option.spellingWithValue)': \(option.help)")
  }

  func missing(_ positional: PositionalDescription) -> CommandFailure {
    wrongUsage("missing argument '\(positional.name)': \(positional.help)")
  }

  /// Returns the failure of an argument that is none of a few names.
  func unknown(
    _ value: String,
    among choices: [String],
    of positional: PositionalDescription
  ) -> CommandFailure {
    let error = UsageError(value, isNoneOf: choices, place: "argument '\(positional.name)'")
    return wrongUsage(error.message, suggestion: error.suggestion)
  }

  /// Returns the failure of arguments that do not fit together: what was expected and what was
  /// found, and the known name that was most likely meant.
  func wrongUsage(_ message: String, suggestion: String? = nil) -> CommandFailure {
    CommandFailure(wrongUsage: message, suggestion: suggestion, of: command.call)
  }

  /// Checks that none of some options is given, unless they have what they need; `reason` follows the
  /// name of one that is.
  func expectNone(
    of options: [any OptionDeclaration],
    unless isAllowed: Bool = false,
    _ reason: String
  ) throws(CommandFailure) {
    guard !isAllowed, let option = options.first(where: has) else { return }
    throw wrongUsage("option '\(option.description.spelling)' \(reason)")
  }

  /// Checks that not both of two options are given.
  func expectOne(
    of first: any OptionDeclaration,
    _ second: any OptionDeclaration
  ) throws(CommandFailure) {
    guard has(first), has(second) else { return }
    let names = "'\(first.description.spelling)' or '\(second.description.spelling)'"
    throw wrongUsage("expected \(names), found both")
  }

  mutating func append(_ text: String, to option: OptionDescription) {
    textsByOption[option.name, default: []].append(text)
  }

  mutating func append(_ value: String, to positional: PositionalDescription) {
    valuesByPositional[positional.name, default: []].append(value)
  }
}

/// What is wrong with the values of an option, and the known name that was most likely meant.
package struct UsageError: Error {
  let message: String
  var suggestion: String?

  init(_ message: String) { self.message = message }

  /// Creates the error of a value that is none of a few names.
  init(_ value: String, isNoneOf choices: [String], place: String) {
    message = "\(place) expects \(choices.quotedAlternatives), found '\(value)'"
    suggestion = knownName(for: value, among: choices)
  }
}

extension CommandFailure {
  /// Creates the failure that reports a wrong command line and where its help is.
  init(wrongUsage message: String, suggestion: String?, of call: String = "winback") {
    self.init(
      .wrongUsage,
      [Diagnostic(.error, message, file: call, suggestion: suggestion)],
      hint: "see '\(call) --help'"
    )
  }
}
