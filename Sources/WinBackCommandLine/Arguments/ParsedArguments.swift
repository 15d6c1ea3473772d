/// What the user typed after the name of a command, checked against its description.
package struct ParsedArguments: Sendable {
  package let command: CommandDescription

  /// The file that says what the user leaves out; nil if there is none.
  package internal(set) var project: ProjectFile?

  /// The texts of options, and of positional arguments, whose names are in capitals.
  private var texts: [String: [String]] = [:]
  /// What the texts of options mean.
  private var values: [String: any Sendable] = [:]
  /// The arguments that the user gave.
  private var given: Set<String> = []
  /// The names of the policies that only the project file sets.
  private(set) var projectPolicies: Set<String> = []

  init(command: CommandDescription) { self.command = command }

  /// Reads what a project file says to a command for which the user has named nothing else.
  package init(
    _ project: ProjectFile,
    for command: CommandDescription
  ) throws(CommandFailure) {
    self.command = command
    complete(from: project)
    try check()
  }

  package subscript<Value>(_ option: Option<Value>) -> Value {
    guard let value = values[option.description.name] else { return option.absent }
    return value as? Value ?? option.absent
  }

  /// Returns whether the user gave an argument; what only `winback.json` says does not count.
  package func has(_ argument: ArgumentDescription) -> Bool { given.contains(argument.name) }

  package func has(_ option: any OptionDeclaration) -> Bool { has(option.description) }

  /// What the user asks for with `--help`: nothing more, or `all`; nil without a question.
  package var help: String? { values(Option.help.description).first }

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

  /// Returns the failure of an option's value, which is that of `winback.json` if the user did not give it.
  func failure(of option: ArgumentDescription, _ error: UsageError) -> CommandFailure {
    guard !has(option), let project else { return wrongUsage(error) }
    return .badData(error.message.suggesting(error.suggestion), in: project.file)
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

  mutating func append(_ text: String, to name: String) {
    texts[name, default: []].append(text)
    given.insert(name)
  }
}

// MARK: - What follows from the descriptions

extension ParsedArguments {
  /// Takes from a file what the user left out; of names with values, those that have none.
  mutating func complete(from project: ProjectFile) {
    self.project = project
    for argument in command.positionals + command.options {
      guard let key = argument.projectKey, let known = project.texts[key] else { continue }
      let own = values(argument)
      if argument.name == Option.policy.description.name {
        let names = own.compactMap { $0.assignment?.name }
        let others = known.filter { !names.contains($0.assignment?.name ?? "") }
        texts[argument.name] = own + others
        projectPolicies = Set(others.compactMap { $0.assignment?.name })
      } else if own.isEmpty {
        texts[argument.name] = known
      }
    }
  }

  /// Reads all values, and checks that what is needed is there, and nothing that excludes it.
  mutating func check() throws(CommandFailure) {
    for argument in command.positionals + command.options
    where argument.isRequired && values(argument).isEmpty {
      throw missing(argument)
    }
    for option in command.declarations {
      let name = option.description.name
      guard let texts = texts[name] else { continue }
      do throws(UsageError) {
        values[name] = try option.parse(texts)
      } catch {
        throw failure(of: option.description, error)
      }
    }
    if self[.json], report(.github) != nil {
      throw wrongUsage("expected '--json' or '--report github', found both")
    }
    for argument in command.options where has(argument) {
      if let other = argument.excluded.first(where: has) {
        throw wrongUsage(
          "expected '\(argument.spelling)' or '\(other.spelling)', found both"
        )
      }
      guard !argument.needed.isEmpty, argument.needed.allSatisfy({ values($0).isEmpty }) else {
        continue
      }
      let needed = ArgumentDescription.names(of: argument.needed, "or", quote: "'")
      throw wrongUsage("option '\(argument.spelling)' needs \(needed)")
    }
  }
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
