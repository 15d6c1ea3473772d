/// Reads the arguments of one command, the way GNU programs do.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue` and `-n=value` give a value; short flags
/// may share a dash; `--` ends the options; `-` alone is an argument. What begins with a dash is
/// a value only after `=`, unless it looks like a negative number: a forgotten value must not
/// swallow the next option.
package struct ArgumentParser {
  private let command: CommandDescription
  private var parsed: ParsedArguments
  private var operands: [String] = []
  private var rest: ArraySlice<String>

  private init(_ arguments: [String], for command: CommandDescription) {
    self.command = command
    parsed = ParsedArguments(command: command)
    rest = arguments[...]
  }

  /// Reads what follows the name of the command.
  ///
  /// A call for help wins over everything that may be wrong with the rest, and is then all that the result
  /// has. `find` finds the project file, by the path that the user names if any, for a command that uses it.
  package static func parse(
    _ arguments: [String],
    for command: CommandDescription,
    finding find: (String?) throws(CommandFailure) -> ProjectFile? = { _ in nil }
  ) throws(CommandFailure) -> ParsedArguments {
    var parser = ArgumentParser(arguments, for: command)
    if try parser.parseQuestion() { return parser.parsed }
    try parser.parseOptions()
    if parser.parsed.help != nil { return parser.parsed }
    try parser.assignOperands()
    if command.readsProject,
      let project = try find(parser.parsed.values(Option.project.description).first)
    {
      parser.parsed.complete(from: project)
    }
    try parser.parsed.check()
    return parser.parsed
  }

  private mutating func parseQuestion() throws(CommandFailure) -> Bool {
    let words = Array(rest.prefix { $0 != "--" })
    let help = Option.help.description
    guard let place = words.firstIndex(where: help.spellings.contains) else { return false }
    parsed.append(words.dropFirst(place + 1).first == "all" ? "all" : "", to: help.name)
    return true
  }

  private mutating func parseOptions() throws(CommandFailure) {
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      } else if word.hasPrefix("--") {
        try parseLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try parseShort(word)
      } else if let name = word.nameAfterDash, command.options.contains(where: { $0.name == name })
      {
        throw parsed.wrongUsage(
          "unknown option '\(word)', which begins with another dash than '--'",
          suggestion: "--\(name)"
        )
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func parseLong(_ word: String) throws(CommandFailure) {
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    let attached = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw unknownOption("--\(name)")
    }
    if option.takesValue {
      try parseValue(of: option, attached: attached)
    } else if let attached {
      throw unexpectedValue(attached, of: option)
    } else {
      try record("", for: option)
    }
  }

  private mutating func parseShort(_ word: String) throws(CommandFailure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.allOptions.first(where: { $0.shortName == letter }) else {
        // Someone who types '-json' has forgotten a dash.
        throw unknownOption(letters.isEmpty ? "-\(letter)" : word)
      }
      if option.takesValue {
        if letters.first == "=" { letters.removeFirst() }
        return try parseValue(of: option, attached: letters.isEmpty ? nil : String(letters))
      }
      if letters.first == "=" { throw unexpectedValue(String(letters.dropFirst()), of: option) }
      try record("", for: option)
    }
  }

  private mutating func parseValue(
    of option: ArgumentDescription,
    attached: String?
  ) throws(CommandFailure) {
    if let attached { return try record(attached, for: option) }
    let missing = "option '\(option.spelling)' needs a value"
    guard let next = rest.first else {
      throw parsed.wrongUsage("\(missing): '\(option.spellingWithValue)'")
    }
    let digit = next.dropFirst().drop { $0 == "." }.utf8.first
    let isNegativeNumber = digit.map { 0x30...0x39 ~= $0 } ?? false
    guard next == "-" || !next.hasPrefix("-") || isNegativeNumber else {
      throw parsed.wrongUsage(
        "\(missing), found '\(next)'; for that as the value write '\(option.spelling)=\(next)'"
      )
    }
    rest.removeFirst()
    try record(next, for: option)
  }

  private mutating func record(_ value: String, for option: ArgumentDescription)
    throws(CommandFailure)
  {
    guard option.isRepeatable || parsed.values(option).isEmpty else {
      throw parsed.wrongUsage("option '\(option.spelling)' is given twice")
    }
    parsed.append(value, to: option.name)
  }

  private mutating func assignOperands() throws(CommandFailure) {
    var remaining = operands[...]
    for positional in command.positionals {
      let taken = positional.isRepeatable ? remaining : remaining.prefix(1)
      remaining = remaining.dropFirst(taken.count)
      for value in taken {
        if let choices = positional.kind?.choices, !choices.contains(value) {
          throw parsed.unknown(value, among: choices, of: positional)
        }
        parsed.append(value, to: positional.name)
      }
    }
    guard let extra = remaining.first else { return }
    let names = command.positionals.map(\.usage).joined(separator: " ")
    throw parsed.wrongUsage(
      "unexpected argument '\(extra)'; expected \(names.isEmpty ? "no arguments" : "'\(names)'")"
    )
  }

  private func unexpectedValue(_ value: String, of option: ArgumentDescription) -> CommandFailure {
    parsed.wrongUsage("option '\(option.spelling)' takes no value, found '\(value)'")
  }

  private func unknownOption(_ spelling: String) -> CommandFailure {
    let name = String(spelling.drop { $0 == "-" })
    let nearest = knownName(for: name, among: command.allOptions.map(\.name)).map { "--\($0)" }
    return parsed.wrongUsage("unknown option '\(spelling)'", suggestion: nearest)
  }
}

extension String {
  /// The name after a dash that a keyboard or an editor put instead of two hyphens; nil if the text
  /// does not begin with one.
  fileprivate var nameAfterDash: String? {
    let name = drop { "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}-".contains($0) }
    return name.startIndex == startIndex ? nil : String(name.prefix { $0 != "=" })
  }
}

/// Returns the known name that was meant by a shortened or misspelt one; nil when none is near.
package func knownName(for name: String, among known: [String]) -> String? {
  let completions = known.filter { !name.isEmpty && $0.lowercased().hasPrefix(name.lowercased()) }
  return completions.count == 1 ? completions.first : nearestName(to: name, among: known)
}
