/// What the user typed after the name of a command, checked against its description.
package struct ParsedArguments: Sendable, Hashable {
  /// The command that the arguments are for.
  let command: CommandDescription

  private var valuesByOption: [String: [String]] = [:]
  private var valuesByPositional: [String: [String]] = [:]

  init(command: CommandDescription) {
    self.command = command
  }

  /// Returns whether a flag was given.
  package func flag(_ option: OptionDescription) -> Bool {
    valuesByOption[option.name] != nil
  }

  /// Returns the value of an option; nil when it was not given.
  package func value(_ option: OptionDescription) -> String? {
    valuesByOption[option.name]?.last
  }

  /// Returns the values of a repeatable option in the order in which they were given.
  package func values(_ option: OptionDescription) -> [String] {
    valuesByOption[option.name] ?? []
  }

  /// Returns the argument in a place; nil when there is none.
  package func value(_ positional: PositionalDescription) -> String? {
    valuesByPositional[positional.name]?.first
  }

  /// Returns the arguments in a place that may hold several.
  package func values(_ positional: PositionalDescription) -> [String] {
    valuesByPositional[positional.name] ?? []
  }

  /// Returns the value of an option that the command cannot do without.
  ///
  /// - Throws: ``CommandFailure`` when the option is not described as required and is missing.
  package func required(_ option: OptionDescription) throws(CommandFailure) -> String {
    guard let value = value(option) else { throw failure(.missingOption(option)) }
    return value
  }

  /// Returns the argument in a place that the command cannot leave empty.
  ///
  /// - Throws: ``CommandFailure`` when the place is not described as required and is empty.
  package func required(_ positional: PositionalDescription) throws(CommandFailure) -> String {
    guard let value = value(positional) else { throw failure(.missingArgument(positional)) }
    return value
  }

  /// Returns the value of an option as something else than text; nil when it was not given.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - expected: What the value should be, such as `a number from 1 to 64`.
  ///   - convert: Reads the value; returns nil when it is not as expected.
  /// - Returns: The value; nil when the option was not given.
  /// - Throws: ``CommandFailure`` of wrong usage when the value is not as expected.
  package func value<Value>(
    _ option: OptionDescription,
    expected: String,
    as convert: (String) -> Value?
  ) throws(CommandFailure) -> Value? {
    guard let text = value(option) else { return nil }
    guard let value = convert(text) else {
      throw wrongUsage("option '\(option.spelling)' expects \(expected), found '\(text)'")
    }
    return value
  }

  /// Returns the failure of arguments that do not fit together.
  ///
  /// - Parameters:
  ///   - message: What was expected and what was found.
  ///   - suggestion: The known name that was most likely meant.
  /// - Returns: The failure, to be thrown.
  package func wrongUsage(_ message: String, suggestion: String? = nil) -> CommandFailure {
    failure(.other(message, suggestion: suggestion))
  }

  private func failure(_ kind: UsageError.Kind) -> CommandFailure {
    CommandFailure(UsageError(kind, command: command))
  }

  mutating func append(_ value: String, to option: OptionDescription) {
    valuesByOption[option.name, default: []].append(value)
  }

  mutating func append(_ value: String, to positional: PositionalDescription) {
    valuesByPositional[positional.name, default: []].append(value)
  }
}
