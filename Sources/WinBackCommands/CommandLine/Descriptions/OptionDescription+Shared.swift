// The options that several commands share are described once, so that they mean the same and read
// the same everywhere.
extension OptionDescription {
  /// The instant for which the question is asked.
  package static let asOf = OptionDescription.value(
    "as-of",
    "INSTANT",
    help: "answer for this ISO 8601 date or date-time",
    defaultText: "now",
    section: .common
  )

  /// The rules that decide.
  package static let rules = OptionDescription.value(
    "rules",
    "FILE",
    kind: .file(extensions: ["json"]),
    help: "decide by the rules in this file",
    defaultText: "the App Store's rules, built in",
    section: .common
  )

  /// The policies that are set to something else than the rules say.
  package static let policy = OptionDescription.value(
    "policy",
    "NAME=VALUE",
    isRepeatable: true,
    help: "set a policy of the rules; may be repeated",
    section: .common
  )

  /// The format of the input.
  ///
  /// - Parameter names: The formats that the command reads.
  /// - Returns: The description.
  package static func format(_ names: [String]) -> OptionDescription {
    .value(
      "format",
      "NAME",
      kind: .choices(names),
      help: "read the input as this format",
      defaultText: "found out from the input",
      section: .common
    )
  }

  /// What the columns of a table mean.
  package static let mapping = OptionDescription.value(
    "mapping",
    "FILE",
    kind: .file(extensions: ["json"]),
    help: "read a table by this mapping of columns",
    defaultText: "the mapping of the format",
    section: .common
  )

  /// Messages about what is taken for granted.
  package static let verbose = OptionDescription.flag(
    "verbose",
    short: "v",
    help: "say what each input was taken for",
    section: .common
  )

  /// The file for the results.
  package static let output = OptionDescription.value(
    "output",
    short: "o",
    "FILE",
    kind: .newFile,
    help: "write to this file, which is replaced only once all is written",
    defaultText: "standard output",
    section: .common
  )

  /// Text in CSV that no spreadsheet computes.
  static let escapeFormulas = OptionDescription.flag(
    "escape-formulas",
    help: "with --csv, write an apostrophe before fields that a spreadsheet would take for formulas"
  )

  /// Results for programs.
  package static let json = OptionDescription.flag(
    "json",
    help: "print JSON for programs instead of text for people",
    section: .common
  )

  /// How the command is used.
  package static let help = OptionDescription.flag(
    "help",
    short: "h",
    help: "show this help",
    section: .common
  )

  /// The version of WinBack.
  package static let version = OptionDescription.flag(
    "version",
    help: "show the version",
    section: .common
  )
}
