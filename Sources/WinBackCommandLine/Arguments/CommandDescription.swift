/// A command as data: parsing, help and the completion scripts are all made from this.
package final class CommandDescription: Sendable {
  package let name: String

  /// What the command does, in one line: starts in lower case, no full stop.
  package let abstract: String

  /// What more there is to know: paragraphs, each on one line.
  package let discussion: String
  package let positionals: [ArgumentDescription]

  /// The options in the order of the help, and then those that it has with all other commands.
  let declarations: [any OptionDeclaration]
  package let options: [ArgumentDescription]
  /// Whether the project file says what the user leaves out.
  let readsProject: Bool

  /// Command lines worth showing, as they are typed, and what each answers: a phrase that starts in
  /// lower case, no full stop.
  package let examples: KeyValuePairs<String, String>

  /// The exit statuses that mean something particular here, and what.
  package let exitStatuses: [ExitStatus: String]

  package init(
    name: String,
    abstract: String,
    discussion: String = "",
    positionals: [ArgumentDescription] = [],
    options: [any OptionDeclaration] = [],
    readsProject: Bool = true,
    examples: KeyValuePairs<String, String> = [:],
    exitStatuses: [ExitStatus: String] = [:]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.positionals = positionals
    self.readsProject = readsProject
    declarations = options + (readsProject ? [.project] : []) + [.output, .quiet]
    self.options = declarations.map(\.description)
    self.examples = examples
    self.exitStatuses = exitStatuses
  }

  /// The options and the exit statuses of the program, whatever the command.
  package static let programOptions =
    [Option.project.description, Option.output.description, Option.quiet.description] + questions
  /// The options that need no command.
  package static let questions = [Option.help.description, Option.version.description]
  package static let programStatuses = ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
  package static let programAbstract = "win-back offers: who is eligible, why, why not, and when"

  /// The options of the command, and the one for help.
  package var allOptions: [ArgumentDescription] { options + [Option.help.description] }

  /// The command with its arguments, such as `winback evaluate HISTORY --catalog FILE [OPTIONS]`.
  package var usage: String {
    let arguments = positionals + options.filter(\.isRequired)
    return ([call] + arguments.map(\.usage) + ["[OPTIONS]"]).joined(separator: " ")
  }

  package var call: String { "winback \(name)" }

  package var statuses: [(String, String)] {
    ExitStatus.allCases.compactMap { status in
      exitStatuses[status].map { ("\(status.rawValue)", $0) }
    }
  }

  /// Returns whether the command has an option that is typed so.
  package func has(_ spelling: String) -> Bool {
    allOptions.contains { $0.spellings.contains(spelling) }
  }

  /// The arguments by their headings, but for the options of the program.
  ///
  /// First come those that are known by their position, then the options, and last those that other
  /// commands have, too.
  package var sections: [(heading: String, arguments: [ArgumentDescription])] {
    let own = options.filter { !Self.programOptions.contains($0) }
    return [
      (heading: "Arguments", arguments: positionals),
      (heading: "Options", arguments: own.filter { !$0.isCommon }),
      (heading: Self.commonHeading, arguments: own.filter(\.isCommon)),
    ]
  }

  package static let commonHeading = "Common options"
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

/// What parsing, help and completion need to know of an argument: one that is known by its position, or an
/// option with its value; see ``Option``.
package struct ArgumentDescription: Sendable, Hashable {
  /// The name: in capitals where the position tells the argument, such as `HISTORY`, else that of the option
  /// without its dashes, such as `as-of`.
  package let name: String
  package let isPositional: Bool

  /// What the help calls the value of an option, such as `FILE`; nil for a flag.
  package internal(set) var valueName: String?

  /// What the value is; nil for a flag.
  package internal(set) var kind: ValueKind?
  package internal(set) var shortName: Character?
  package internal(set) var isRequired: Bool

  /// Whether it can be given several times; of positional arguments, only the last one can.
  package internal(set) var isRepeatable = false

  /// What the argument means: a phrase in lower case, no full stop.
  package internal(set) var help = ""

  /// What holds when the option is not given, as the help puts it after "default:".
  var defaultText: String?

  /// Whether other commands have it, too, and the same.
  package internal(set) var isCommon = false

  /// The key of `winback.json` that says the value if the user does not; nil if none does.
  package private(set) var projectKey: String?

  /// The arguments of which one must be there, too; none for an argument that stands alone.
  package internal(set) var needed: [ArgumentDescription] = []

  /// The arguments that cannot be there, too.
  package internal(set) var excluded: [ArgumentDescription] = []

  package init(
    _ name: String,
    isRequired: Bool = true,
    isRepeatable: Bool = false,
    kind: ValueKind? = .text,
    help: String
  ) {
    self.name = name
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
    self.kind = kind
    self.help = help
    isPositional = true
  }

  init(option name: String) {
    self.name = name
    isRequired = false
    isPositional = false
  }

  /// Returns the argument with a value from `winback.json` for those who give none.
  package func inProject(_ key: String) -> Self {
    var argument = self
    argument.projectKey = key
    return argument
  }

  /// The name as it is typed, such as `--as-of`, or as the help shows it.
  package var spelling: String { isPositional ? name : "--\(name)" }

  /// All names as they are typed, the short one first.
  package var spellings: [String] { (shortName.map { ["-\($0)"] } ?? []) + [spelling] }

  /// The name and its value as they are typed, such as `--as-of INSTANT`.
  package var spellingWithValue: String { valueName.map { "\(spelling) \($0)" } ?? spelling }

  package var meaning: String {
    var text = help
    if let choices = kind?.choices { text += ": \(choices.joined(separator: ", "))" }
    if !needed.isEmpty { text += "; needs \(Self.names(of: needed, "or"))" }
    if !excluded.isEmpty { text += "; not with \(Self.names(of: excluded, "or"))" }
    let defaults = [projectKey.map { "'\($0)' of \(ProjectFile.name)" }, defaultText]
    let known = defaults.compactMap(\.self).joined(separator: ", else ")
    return known.isEmpty ? text : "\(text) (default:\u{A0}\(known))"
  }

  /// The argument as the usage line shows it, such as `[NAME]` or `PATH...`.
  var usage: String {
    let repeated = isPositional && isRepeatable ? "\(name)..." : spellingWithValue
    return isRequired ? repeated : "[\(repeated)]"
  }

  package var takesValue: Bool { kind != nil }

  static func names(of arguments: [ArgumentDescription], _ word: String, quote: String = "")
    -> String
  {
    arguments.map { quote + $0.spelling + quote }.joined(separator: " \(word) ")
  }
}

/// The kind of a value, which decides how a shell completes it.
package enum ValueKind: Sendable, Hashable {
  case text

  /// The path of a file, which the command reads or writes; a shell offers those with one of the extensions,
  /// or all when there are none. The extensions have no dot.
  case file(extensions: [String], isWritten: Bool = false)
  case directory

  /// A key: `file:PATH` names a file that the command reads, and other values name none.
  case key

  /// A report of one of some kinds and the file that the command writes it to, such as
  /// `sarif:offers.sarif`; annotations for GitHub go to standard output and have no file.
  case report([String])

  /// One of a few names; any other is refused.
  case choices([String])
  case command

  var choices: [String]? {
    guard case .choices(let names) = self else { return nil }
    return names
  }
}

package enum Version { package static let current = "0.1.0" }
