import CEL

/// Reads the arguments of one command, the way GNU programs do.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue` and `-n=value` give a value; short flags
/// may share a dash; `--` ends the options; `-` alone is an argument. What begins with a dash is
/// a value only after `=`, unless it looks like a negative number: a forgotten value must not
/// swallow the next option.
package struct ArgumentParser {
  private static let help = Option.help.description
  private static let version = Option.version.description

  private let command: CommandDescription
  private var parsed: ParsedArguments
  private var operands: [String] = []
  private var rest: ArraySlice<String>

  private init(_ arguments: [String], for command: CommandDescription) {
    self.command = command
    parsed = ParsedArguments(command: command)
    rest = arguments[...]
  }

  /// Reads arguments.
  ///
  /// A call for help or for the version wins over everything that may be wrong with the rest.
  ///
  /// - Parameters:
  ///   - arguments: What follows the name of the command.
  ///   - command: The description that says what may follow.
  /// - Returns: The arguments; only the question when help or the version is asked for.
  /// - Throws: ``UsageError`` for the first thing that does not fit the description.
  package static func parse(
    _ arguments: [String],
    for command: CommandDescription
  ) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(arguments, for: command)
    if parser.parseQuestion() { return parser.parsed }
    try parser.parseOptions()
    if parser.parsed[.help] { return parser.parsed }
    try parser.assignOperands()
    try parser.checkOptions()
    return parser.parsed
  }

  private mutating func parseQuestion() -> Bool {
    let words = rest.prefix { $0 != "--" }
    if words.contains(where: Self.help.spellings.contains) {
      parsed.append("", to: Self.help)
    } else if words.contains(Self.version.spelling) {
      parsed.append("", to: Self.version)
    } else {
      return false
    }
    return true
  }

  private mutating func parseOptions() throws(UsageError) {
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      } else if word.hasPrefix("--") {
        try parseLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try parseShort(word)
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func parseLong(_ word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let name = parts.first.map(String.init) ?? ""
    let attached = parts.count > 1 ? parts.last.map(String.init) : nil
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw unknownOption("--\(name)")
    }
    if option.takesValue {
      try parseValue(of: option, attached: attached)
    } else if let attached {
      throw error(.unexpectedValue(option, found: attached))
    } else {
      try record("", for: option)
    }
  }

  private mutating func parseShort(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.options.first(where: { $0.shortName == letter }) else {
        // Someone who types '-json' has forgotten a dash.
        throw unknownOption(letters.isEmpty ? "-\(letter)" : word)
      }
      if option.takesValue {
        if letters.first == "=" { letters.removeFirst() }
        return try parseValue(of: option, attached: letters.isEmpty ? nil : String(letters))
      }
      if letters.first == "=" {
        throw error(.unexpectedValue(option, found: String(letters.dropFirst())))
      }
      try record("", for: option)
    }
  }

  private mutating func parseValue(
    of option: OptionDescription,
    attached: String?
  ) throws(UsageError) {
    if let attached { return try record(attached, for: option) }
    guard let next = rest.first else { throw error(.missingValue(option, found: nil)) }
    guard next == "-" || !next.hasPrefix("-") || next.looksLikeNegativeNumber else {
      throw error(.missingValue(option, found: next))
    }
    rest.removeFirst()
    try record(next, for: option)
  }

  private mutating func record(_ value: String, for option: OptionDescription) throws(UsageError) {
    guard option.isRepeatable || parsed.texts(of: option).isEmpty else {
      throw error(.repeatedOption(option))
    }
    parsed.append(value, to: option)
  }

  private mutating func assignOperands() throws(UsageError) {
    var remaining = operands[...]
    for positional in command.positionals {
      let taken = positional.isRepeatable ? remaining : remaining.prefix(1)
      remaining = remaining.dropFirst(taken.count)
      guard !taken.isEmpty || !positional.isRequired else {
        throw error(.missingArgument(positional))
      }
      for value in taken {
        try checkChoice(value, of: positional)
        parsed.append(value, to: positional)
      }
    }
    if let extra = remaining.first { throw error(.unexpectedArgument(extra)) }
  }

  private func checkOptions() throws(UsageError) {
    for option in command.options where option.isRequired && parsed.texts(of: option).isEmpty {
      throw error(.missingOption(option))
    }
    for option in command.declarations {
      let texts = parsed.texts(of: option.description)
      guard !texts.isEmpty else { continue }
      do throws(UsageError.Kind) { try option.check(texts) } catch { throw self.error(error) }
    }
  }

  private func checkChoice(
    _ value: String,
    of positional: PositionalDescription
  ) throws(UsageError) {
    guard let choices = positional.kind.choices, !choices.contains(value) else { return }
    let fault = UnreadableValue.choice(choices)
    throw error(fault.kind(of: value, place: "argument '\(positional.name)'"))
  }

  private func unknownOption(_ spelling: String) -> UsageError {
    let name = spelling.drop { $0 == "-" }
    let nearest = knownName(for: String(name), among: command.options.map(\.name))
    return error(.unknownOption(spelling, nearest: nearest.map { "--\($0)" }))
  }

  private func error(_ kind: UsageError.Kind) -> UsageError { UsageError(kind, command: command) }
}

/// Returns the known name that was meant by a shortened or misspelt one; nil when none is near.
func knownName(for name: String, among known: [String]) -> String? {
  let completions = known.filter {
    !name.isEmpty && $0.lowercased().hasPrefix(name.lowercased())
  }
  return completions.count == 1 ? completions.first : nearestName(to: name, among: known)
}

extension String {
  fileprivate var looksLikeNegativeNumber: Bool {
    let digits = dropFirst().drop { $0 == "." }.utf8
    return hasPrefix("-") && digits.first.map { 0x30...0x39 ~= $0 } ?? false
  }
}
