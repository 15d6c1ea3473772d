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
    guard let value = self[option] else { throw failure(.missingOption(option.description)) }
    return value
  }

  /// Returns the argument in a place that the command cannot leave empty.
  ///
  /// - Throws: ``CommandFailure`` when the place is not described as required and is empty.
  package func required(_ positional: PositionalDescription) throws(CommandFailure) -> String {
    guard let value = value(positional) else { throw failure(.missingArgument(positional)) }
    return value
  }

  /// Returns the failure of arguments that do not fit together: what was expected and what was
  /// found, and the known name that was most likely meant.
  func wrongUsage(_ message: String, suggestion: String? = nil) -> CommandFailure {
    failure(.other(message, suggestion: suggestion))
  }

  /// Returns the failure of an argument that is not what its place expects.
  func unreadable(
    _ value: String,
    _ fault: UnreadableValue,
    of positional: PositionalDescription
  ) -> CommandFailure {
    failure(fault.kind(of: value, place: "argument '\(positional.name)'"))
  }

  /// Checks that none of some options is given; `reason` follows the name of one that is.
  func expectNone(of options: [any OptionDeclaration], _ reason: String) throws(CommandFailure) {
    guard let option = options.first(where: has) else { return }
    throw wrongUsage("option '\(option.description.spelling)' \(reason)")
  }

  private func failure(_ kind: UsageError.Kind) -> CommandFailure {
    CommandFailure(UsageError(kind, command: command))
  }

  mutating func append(_ text: String, to option: OptionDescription) {
    textsByOption[option.name, default: []].append(text)
  }

  mutating func append(_ value: String, to positional: PositionalDescription) {
    valuesByPositional[positional.name, default: []].append(value)
  }
}

/// A command line that cannot be understood.
package struct UsageError: Error, Sendable {
  package enum Kind: Error, Sendable, Hashable {
    case unknownCommand(String, nearest: String?)
    case unknownOption(String, nearest: String?)
    case missingValue(OptionDescription, found: String?)
    case unexpectedValue(OptionDescription, found: String)
    case repeatedOption(OptionDescription)
    case missingOption(OptionDescription)
    case missingArgument(PositionalDescription)
    case unexpectedArgument(String)
    case invalidChoice(String, place: String, choices: [String], nearest: String?)
    case other(String, suggestion: String?)
  }

  let kind: Kind

  /// The command that was called; nil before its name is known.
  let command: CommandDescription?

  init(_ kind: Kind, command: CommandDescription?) {
    self.kind = kind
    self.command = command
  }

  var message: String {
    switch kind {
    case .unknownCommand(let name, _):
      "unknown command '\(name)'"
    case .unknownOption(let name, _):
      "unknown option '\(name)'"
    case .missingValue(let option, nil):
      "option '\(option.spelling)' needs a value: '\(option.spellingWithValue)'"
    case .missingValue(let option, let found?):
      "option '\(option.spelling)' needs a value, found '\(found)'; "
        + "for that as the value write '\(option.spelling)=\(found)'"
    case .unexpectedValue(let option, let found):
      "option '\(option.spelling)' takes no value, found '\(found)'"
    case .repeatedOption(let option):
      "option '\(option.spelling)' is given twice"
    case .missingOption(let option):
      "missing option '\(option.spellingWithValue)': \(option.help)"
    case .missingArgument(let positional):
      "missing argument '\(positional.name)': \(positional.help)"
    case .unexpectedArgument(let argument):
      "unexpected argument '\(argument)'; expected \(expectedArguments)"
    case .invalidChoice(let value, let place, let choices, _):
      "\(place) expects \(choices.quotedAlternatives), found '\(value)'"
    case .other(let message, _):
      message
    }
  }

  var suggestion: String? {
    switch kind {
    case .unknownCommand(_, let nearest), .unknownOption(_, let nearest),
      .invalidChoice(_, _, _, let nearest):
      nearest
    case .other(_, let suggestion):
      suggestion
    case .missingValue, .unexpectedValue, .repeatedOption, .missingOption,
      .missingArgument, .unexpectedArgument:
      nil
    }
  }

  private var expectedArguments: String {
    let names = command?.positionals.map(\.usage) ?? []
    return names.isEmpty ? "no arguments" : "'\(names.joined(separator: " "))'"
  }
}

extension CommandFailure {
  /// Creates the failure that reports a wrong command line and where its help is.
  init(_ error: UsageError) {
    let call = error.command?.call ?? "winback"
    self.init(
      .wrongUsage,
      [Diagnostic(.error, error.message, file: call, suggestion: error.suggestion)],
      hint: "see '\(call) --help'"
    )
  }
}
