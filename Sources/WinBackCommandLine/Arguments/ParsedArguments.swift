import CEL
package import WinBackFiles

/// What the user typed after the name of a command, checked against its description.
package struct ParsedArguments: Sendable {
  package let command: CommandDescription

  /// The texts of options, and of positional arguments, whose names are in capitals.
  private var texts: [String: [String]] = [:]

  init(command: CommandDescription) { self.command = command }

  package subscript<Value>(_ option: Option<Value>) -> Value {
    guard let texts = texts[option.description.name] else { return option.absent }
    // The parser has checked the texts.
    return (try? option.value(texts)) ?? option.absent
  }

  package func has(_ option: any OptionDeclaration) -> Bool { !values(option.description).isEmpty }

  package func value(_ positional: ArgumentDescription) -> String? { values(positional).first }

  /// Returns the text of each time that an argument was given; a flag's is empty.
  package func values(_ argument: ArgumentDescription) -> [String] { texts[argument.name] ?? [] }

  /// Returns the value of an option that the command cannot do without.
  ///
  /// - Throws: ``CommandFailure`` when the option is not described as required and is missing.
  package func required<Value>(_ option: Option<Value?>) throws(CommandFailure) -> Value {
    guard let value = self[option] else { throw missing(option.description) }
    return value
  }

  package func required(_ positional: ArgumentDescription) throws(CommandFailure) -> String {
    guard let value = value(positional) else { throw missing(positional) }
    return value
  }

  func missing(_ argument: ArgumentDescription) -> CommandFailure {
    let kind = argument.isPositional ? "argument" : "option"
    return wrongUsage("missing \(kind) '\(argument.spellingWithValue)': \(argument.help)")
  }

  package func unknown(
    _ value: String,
    among choices: [String],
    of positional: ArgumentDescription
  ) -> CommandFailure {
    wrongUsage(UsageError(value, insteadOf: choices).about("argument '\(positional.name)'"))
  }

  func wrongUsage(_ error: UsageError) -> CommandFailure {
    wrongUsage(error.message, suggestion: error.suggestion)
  }

  package func unknown(_ kind: String, _ name: String, inCatalog known: [String]) -> CommandFailure
  {
    wrongUsage(
      "the catalog has no \(kind) '\(name)'",
      suggestion: nearestName(to: name, among: known)
    )
  }

  package func wrongUsage(_ message: String, suggestion: String? = nil) -> CommandFailure {
    CommandFailure(wrongUsage: message, suggestion: suggestion, of: command.call)
  }

  /// Checks that none of some options is given, unless they have what they need; `reason` follows the
  /// name of one that is.
  package func expectNone(
    of options: [any OptionDeclaration],
    unless isAllowed: Bool = false,
    _ reason: String
  ) throws(CommandFailure) {
    guard !isAllowed, let option = options.first(where: has) else { return }
    throw wrongUsage("option '\(option.description.spelling)' \(reason)")
  }

  /// Checks that options are given only with the one that they need.
  package func expect(
    _ needed: any OptionDeclaration,
    for options: any OptionDeclaration...
  ) throws(CommandFailure) {
    try expectNone(of: options, unless: has(needed), "needs '\(needed.description.spelling)'")
  }

  package func expectApart(
    _ first: any OptionDeclaration,
    _ second: any OptionDeclaration
  ) throws(CommandFailure) {
    try expectOne(of: first, second) { "options '\($0)' and '\($1)' cannot be used together" }
  }

  package func expectOne(
    of first: any OptionDeclaration,
    _ second: any OptionDeclaration,
    _ message: (String, String) -> String = { "expected '\($0)' or '\($1)', found both" }
  ) throws(CommandFailure) {
    guard has(first), has(second) else { return }
    throw wrongUsage(message(first.description.spelling, second.description.spelling))
  }

  mutating func append(_ text: String, to name: String) { texts[name, default: []].append(text) }
}

/// What is wrong with the values of an option, and the known name that was most likely meant.
package struct UsageError: Error {
  let message: String
  var suggestion: String?

  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  /// Creates the error of a value that is not as expected, such as `a number from 1 to 64`.
  init(_ value: String, insteadOf expected: String, suggestion: String? = nil) {
    self.init(" expects \(expected), found '\(value)'", suggestion: suggestion)
  }

  init(_ value: String, insteadOf choices: [String]) {
    let nearest = knownName(for: value, among: choices)
    self.init(value, insteadOf: choices.quotedAlternatives, suggestion: nearest)
  }

  func about(_ subject: String) -> UsageError {
    UsageError(subject + message, suggestion: suggestion)
  }
}
