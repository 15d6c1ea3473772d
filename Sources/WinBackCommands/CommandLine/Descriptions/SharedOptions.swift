package import WinBack

// The options that several commands share are declared once, so that they mean the same and read
// the same everywhere.

extension OptionDeclaration where Self == Option<TimelineDate?> {
  /// The instant for which the question is asked.
  package static var asOf: Option<TimelineDate?> {
    Option(
      "as-of",
      "INSTANT",
      .date,
      help: "decide as of this ISO 8601 date or date-time",
      default: "now",
      section: .common
    )
  }
}

extension OptionDeclaration where Self == Option<[String: String]> {
  /// The policies that are set to something else than the rules say.
  package static var policy: Self {
    policy("policy", help: "set a policy of the rules; may be repeated", section: .common)
  }

  /// Declares an option that sets policies.
  static func policy(
    _ name: String,
    help: String,
    section: OptionSection = .options
  ) -> Self {
    Option(
      pairs: name,
      "NAME=VALUE",
      .pair(expecting: "NAME=VALUE", takesEmpty: true),
      help: help,
      section: section
    ) { "the policy '\($0)' is set twice" }
  }
}

extension OptionDeclaration where Self == Option<String?> {
  /// The rules that decide.
  package static var rules: Self {
    Option(
      "rules",
      "FILE",
      .file("json"),
      help: "use the rules in this file",
      default: "the App Store's rules, built in",
      section: .common
    )
  }

  /// What the columns of a table mean.
  package static var mapping: Self {
    Option(
      "mapping",
      "FILE",
      .file("json"),
      help: "read a table with this mapping of columns",
      default: "the mapping of the format",
      section: .common
    )
  }

  /// The file for the results.
  package static var output: Self {
    Option(
      "output",
      short: "o",
      "FILE",
      .newFile(),
      help: "write to this file, which is replaced only when the output is complete",
      default: "standard output",
      section: .common
    )
  }
}

extension OptionDeclaration where Self == Option<Bool> {
  /// Messages about what is taken for granted.
  package static var verbose: Self {
    Option(
      flag: "verbose",
      short: "v",
      help: "print the detected format of each input",
      section: .common
    ).withoutEffectOnResults
  }

  /// Text in CSV that no spreadsheet computes.
  static var escapeFormulas: Self {
    Option(
      flag: "escape-formulas",
      help:
        "with --csv, write an apostrophe before fields that a spreadsheet would compute"
    )
  }

  /// Numbers by storefront.
  static var byStorefront: Self {
    Option(flag: "by-storefront", help: "count each storefront's customers separately")
  }

  /// Results for programs.
  package static var json: Self {
    Option(
      flag: "json",
      help: "print JSON for programs instead of text for people",
      section: .common
    )
  }

  /// How the command is used.
  package static var help: Self {
    Option(flag: "help", short: "h", help: "show this help", section: .common)
  }

  /// The version of WinBack.
  package static var version: Self {
    Option(flag: "version", help: "show the version", section: .common)
  }
}

/// How a result is written.
enum ResultLayout: Sendable {
  case text
  case json
  case csv

  /// Reads which layout the user wants, by `--json` and an option for CSV.
  init(_ arguments: ParsedArguments, csv: Option<Bool>) throws(CommandFailure) {
    if arguments[csv], arguments[.json] {
      throw arguments.wrongUsage("expected '--csv' or '--json', found both")
    }
    self = arguments[csv] ? .csv : arguments[.json] ? .json : .text
  }
}
