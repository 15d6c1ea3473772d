package import WinBackFiles

/// A command as data: parsing, help and the completion scripts are all made from this.
package struct CommandDescription: Sendable {
  package let name: String

  /// What the command does, in one line: starts in lower case, no full stop.
  package let abstract: String

  /// What more there is to know: paragraphs, each on one line.
  package let discussion: String
  package let positionals: [PositionalDescription]

  /// The options in the order of the help; help and version are added to those given.
  package let declarations: [any OptionDeclaration]
  package let options: [OptionDescription]

  /// Command lines worth showing, as they are typed, and what each answers: a phrase that starts in
  /// lower case, no full stop.
  package let examples: KeyValuePairs<String, String>

  /// The exit statuses that mean something particular here, and what.
  package let exitStatuses: [ExitStatus: String]

  package init(
    name: String,
    abstract: String,
    discussion: String = "",
    positionals: [PositionalDescription] = [],
    options: [any OptionDeclaration] = [],
    examples: KeyValuePairs<String, String> = [:],
    exitStatuses: [ExitStatus: String] = [:]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.positionals = positionals
    declarations = options + [.help, .version]
    self.options = declarations.map(\.description)
    self.examples = examples
    self.exitStatuses = exitStatuses
  }

  static let programAbstract = "win-back offers: who is eligible, why, why not, and when"

  /// The command with its arguments, such as `winback evaluate HISTORY --catalog FILE [OPTIONS]`.
  var usage: String {
    let required = options.filter(\.isRequired).map(\.spellingWithValue)
    return ([call] + positionals.map(\.usage) + required + ["[OPTIONS]"]).joined(separator: " ")
  }

  var call: String { "winback \(name)" }

  var statuses: [(number: String, meaning: String)] {
    ExitStatus.allCases.compactMap { status in
      exitStatuses[status].map { ("\(status.rawValue)", $0) }
    }
  }

  /// The headings of the options, in the order in which the options first name them; the common
  /// ones come last.
  var optionSections: [String] {
    let common = OptionDescription.commonSection
    var sections: [String] = []
    for option in options where option.section != common && !sections.contains(option.section) {
      sections.append(option.section)
    }
    return sections + [common]
  }
}

/// One of the things that winback does.
///
/// A command is a value: it is made from arguments, runs on a console, and answers with a status.
/// A test does the same in process and looks at what was written.
package protocol Command: Sendable {
  static var description: CommandDescription { get }

  /// Creates the command from its arguments.
  ///
  /// - Throws: ``CommandFailure`` when the arguments do not fit together; see
  ///   ``ParsedArguments/wrongUsage(_:suggestion:)``.
  init(arguments: ParsedArguments) throws(CommandFailure)

  /// Does the work: results go to standard output or the output file, messages to standard error.
  ///
  /// - Returns: ``ExitStatus/done``, or ``ExitStatus/checkFailed``.
  func run(on console: Console) throws(CommandFailure) -> ExitStatus
}

/// An argument that is known by its position: what parsing, help and completion need to know of it.
package struct PositionalDescription: Sendable, Hashable {
  package enum Count: Sendable, Hashable {
    case exactlyOne
    case atMostOne
    case oneOrMore
    case zeroOrMore
  }

  /// The name in capitals, such as `HISTORY`.
  package let name: String

  /// How many arguments it takes; only the last one can take several.
  package let count: Count
  package let kind: ValueKind

  /// What the argument means: a phrase in lower case, no full stop.
  package let help: String

  package init(_ name: String, count: Count = .exactlyOne, kind: ValueKind = .text, help: String) {
    self.name = name
    self.count = count
    self.kind = kind
    self.help = help
  }

  var isRequired: Bool { count == .exactlyOne || count == .oneOrMore }

  var isRepeatable: Bool { count == .oneOrMore || count == .zeroOrMore }

  var meaning: String {
    guard let choices = kind.choices else { return help }
    return "\(help): \(choices.joined(separator: ", "))"
  }

  /// The name as the usage line shows it, such as `[NAME]` or `PATH...`.
  var usage: String {
    let repeated = isRepeatable ? "\(name)..." : name
    return isRequired ? repeated : "[\(repeated)]"
  }
}

/// What parsing, help and completion need to know of an option; see ``Option``.
package struct OptionDescription: Sendable, Hashable {
  static let ownSection = "Options"
  static let commonSection = "Common options"

  /// The name without its dashes, such as `as-of`.
  package let name: String

  /// What the help calls the value, such as `FILE`; nil for a flag.
  package internal(set) var valueName: String?

  /// What the value is; nil for a flag.
  package internal(set) var kind: ValueKind?
  package internal(set) var shortName: Character?
  package internal(set) var isRequired = false
  package internal(set) var isRepeatable = false

  /// What the option does: a phrase in lower case, no full stop.
  package internal(set) var help = ""

  /// What holds when the option is not given, as the help puts it after "default:".
  package internal(set) var defaultText: String?
  package internal(set) var section = OptionDescription.ownSection
  package internal(set) var changesResults = true

  /// The name as it is typed, such as `--as-of`.
  var spelling: String { "--\(name)" }

  /// All names as they are typed, the short one first.
  var spellings: [String] { (shortName.map { ["-\($0)"] } ?? []) + [spelling] }

  /// The name and its value as they are typed, such as `--as-of INSTANT`.
  var spellingWithValue: String { valueName.map { "\(spelling) \($0)" } ?? spelling }

  var spellingsWithValue: [String] { spellings.dropLast() + [spellingWithValue] }

  var meaning: String {
    var text = help
    if let choices = kind?.choices { text += ": \(choices.joined(separator: ", "))" }
    if let defaultText { text += " (default:\u{A0}\(defaultText))" }
    return text
  }

  var takesValue: Bool { kind != nil }
}

/// The kind of a value, which decides how a shell completes it.
package enum ValueKind: Sendable, Hashable {
  case text

  /// The path of a file; a shell offers those with one of the extensions, or all when there are
  /// none. The extensions have no dot.
  case file(extensions: [String])

  /// The path of a file that the command writes; its extensions are as those of ``file(extensions:)``.
  case newFile(extensions: [String])
  case directory

  /// One of a few names; any other is refused.
  case choices([String])
  case command

  package static let newFile = ValueKind.newFile(extensions: [])

  var choices: [String]? {
    guard case .choices(let names) = self else { return nil }
    return names
  }
}
