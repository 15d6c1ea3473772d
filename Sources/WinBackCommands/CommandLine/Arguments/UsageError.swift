import CEL

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

  /// What was expected and what was found.
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

  /// The known name that was most likely meant.
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
