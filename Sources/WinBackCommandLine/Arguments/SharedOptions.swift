// The options that several commands share are declared once, so that they mean the same and read
// the same everywhere.

extension OptionDeclaration where Self == Option<TimelineDate?> {
  package static var asOf: Option<TimelineDate?> {
    Option("as-of", "INSTANT", .date).common.help("decide as of this ISO 8601 date or date-time")
      .default("now")
  }

  package static var until: Option<TimelineDate?> {
    Option("until", "DATE", .date).help("the last date, inclusive")
  }
}

extension OptionDeclaration where Self == Option<[String: String]> {
  package static var policy: Self {
    let setting = ValueType(expecting: "NAME=VALUE") { $0.assignment.map { ($0, $1) } }
    return Option(pairs: "policy", "NAME=VALUE", setting) {
      "the policy '\($0)' is set twice"
    }
    .help("set a policy of the rules; may be repeated").inProject("policies").common
  }

  /// Reports besides the output, each with the path of its file, for a command that makes these kinds.
  package static func report(_ kinds: ReportKind...) -> Self {
    let names = kinds.map(\.rawValue)
    return Option(pairs: "report", "KIND:FILE", .report(kinds)) {
      "the report '\($0)' is asked for twice"
    }
    .help(
      "write a report, too: " + kinds.map(\.meaning).joined(separator: "; ")
        + (names.count > 1 ? "; may be repeated" : "")
    )
  }
}

extension OptionDeclaration where Self == Option<[String]> {
  package static var rules: Self {
    Option(repeatable: "rules", "FILE", .file("json")).common
      .help("use the rules in this file, which says what it is for; may be repeated")
      .inProject("rules").default("the built-in rules")
  }
}

extension OptionDeclaration where Self == Option<String?> {
  package static var project: Self {
    Option("project", "FILE|FOLDER", .directory).short("p")
      .help("read this winback.json, or that of this folder, for what you leave out")
      .default("that of the current folder, or of the nearest one above")
  }

  package static var mapping: Self {
    Option("mapping", "FILE", .file("json")).common
      .help("read a table with this mapping of columns")
      .inProject("mapping").default("the mapping of the format")
  }

  package static var output: Self {
    Option("output", "FILE", .newFile()).short("o")
      .help("write to this file, which is replaced only when the output is complete")
      .default("standard output")
  }
}

extension OptionDeclaration where Self == Option<Bool> {
  package static var quiet: Self {
    Option(flag: "quiet").short("q").help("write only warnings and errors to standard error")
  }

  package static var csv: Self { Option(flag: "csv") }

  package static var json: Self {
    Option(flag: "json").common.help("print JSON for programs instead of text for people")
  }

  package static var help: Self {
    Option(flag: "help").short("h").help("show this help; '--help all' shows every option")
  }

  package static var version: Self { Option(flag: "version").help("show the version") }
}

/// A report that a command writes beside its output.
package enum ReportKind: String, Sendable, Hashable, CaseIterable {
  case sarif, junit, markdown, html, github

  fileprivate var meaning: String {
    switch self {
    case .sarif: "sarif:FILE for code scanning"
    case .junit: "junit:FILE for test results"
    case .markdown: "markdown:FILE for a comment"
    case .html: "html:FILE with sliders"
    case .github: "github for annotations on standard output"
    }
  }
}

extension ValueType where Value == (String, String) {
  /// A report of one of some kinds; annotations for GitHub have no file.
  fileprivate static func report(_ kinds: [ReportKind]) -> Self {
    let forms = kinds.map { $0 == .github ? $0.rawValue : "\($0.rawValue):FILE" }
    let files = kinds.filter { $0 != .github }.map(\.rawValue)
    return Self(.report(files)) { text throws(UsageError) in
      let (name, path) = text.reportParts
      guard let kind = kinds.first(where: { $0.rawValue == name }),
        (kind == .github) == path.isEmpty
      else { throw UsageError(text, insteadOf: forms) }
      return (name, path)
    }
  }
}

extension String {
  /// The kind of a report and the path of its file, which is empty if the text names none.
  var reportParts: (kind: String, path: String) {
    let parts = split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}

extension ParsedArguments {
  /// Returns the path of the file for a report; nil if nobody asks for it.
  package func report(_ kind: ReportKind) -> String? { self[.report()][kind.rawValue] }
}
