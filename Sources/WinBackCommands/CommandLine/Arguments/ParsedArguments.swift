/// What the user typed after the name of a command, checked against its description.
package struct ParsedArguments: Sendable {
  /// The command that the arguments are for.
  let command: CommandDescription

  private var textsByOption: [String: [String]] = [:]
  private var valuesByPositional: [String: [String]] = [:]

  init(command: CommandDescription) {
    self.command = command
  }

  /// What an option was given, or what holds without it.
  package subscript<Value>(_ option: Option<Value>) -> Value {
    guard let texts = textsByOption[option.description.name] else { return option.absent }
    // The parser has checked the texts.
    return (try? option.value(of: texts)) ?? option.absent
  }

  /// Returns whether an option was given.
  func has(_ option: any OptionDeclaration) -> Bool {
    !texts(of: option.description).isEmpty
  }

  /// Returns the text of each time that an option was given; a flag's is empty.
  func texts(of option: OptionDescription) -> [String] {
    textsByOption[option.name] ?? []
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
