import CEL
package import WinBack
package import WinBackFiles
package import WinBackFormats

// The options that several commands share are declared once, so that they mean the same and read
// the same everywhere.

extension OptionDeclaration where Self == Option<TimelineDate?> {
  package static var asOf: Option<TimelineDate?> {
    Option("as-of", "INSTANT", .date).common.help("decide as of this ISO 8601 date or date-time")
      .default("now")
  }
}

extension OptionDeclaration where Self == Option<[String: String]> {
  package static var policy: Self {
    Option(pairs: "policy", "NAME=VALUE", .pair(expecting: "NAME=VALUE", takesEmpty: true)) {
      "the policy '\($0)' is set twice"
    }
    .help("set a policy of the rules; may be repeated").common
  }
}

extension OptionDeclaration where Self == Option<String?> {
  package static var rules: Self {
    Option("rules", "FILE", .file("json")).common
      .help("use the rules in this file")
      .default("the App Store's rules, built in")
  }

  package static var mapping: Self {
    Option("mapping", "FILE", .file("json")).common
      .help("read a table with this mapping of columns")
      .default("the mapping of the format")
  }

  package static var output: Self {
    Option("output", "FILE", .newFile()).short("o").common
      .help("write to this file, which is replaced only when the output is complete")
      .default("standard output")
  }

  package static var pseudonymize: Self {
    Option("pseudonymize", "KEY", .text).common
      .help(
        "write a keyed hash instead of each customer id; KEY is file:PATH or env:NAME, which "
          + "contain the key, or the key itself without a colon, which other users of the machine "
          + "can see"
      )
  }
}

extension OptionDeclaration where Self == Option<Bool> {
  package static var verbose: Self {
    Option(flag: "verbose").short("v").common.withoutEffectOnResults
      .help("print the detected format of each input")
  }

  package static var escapeFormulas: Self {
    Option(flag: "escape-formulas")
      .help("with --csv, write an apostrophe before fields that a spreadsheet would compute")
  }

  package static var byStorefront: Self {
    Option(flag: "by-storefront").help("count each storefront's customers separately")
  }

  package static var json: Self {
    Option(flag: "json").common.help("print JSON for programs instead of text for people")
  }

  package static var help: Self { Option(flag: "help").short("h").common.help("show this help") }

  package static var version: Self { Option(flag: "version").common.help("show the version") }
}

extension Pseudonyms {
  /// Creates the pseudonyms that the user asks for; nil if not needed.
  ///
  /// The key is the whole content of a file without line ends at its end, the value of an environment
  /// variable, or the argument itself.
  package static func asked(
    by arguments: ParsedArguments,
    on console: Console
  ) throws(CommandFailure) -> Pseudonyms? {
    guard let value = arguments[.pseudonymize] else { return nil }
    let option = "option '--pseudonymize'"
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    var key: ContiguousArray<UInt8>
    switch parts[0] {
    case _ where parts.count == 1: key = ContiguousArray(value.utf8)
    case "file":
      key = try InputFile(parts[1]).read(on: console, limit: 1 << 20)
      while let last = key.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        key.removeLast()
      }
    case "env":
      guard let text = Platform.environmentVariable(parts[1]) else {
        throw arguments.wrongUsage(
          "\(option) expects a key in the environment variable '\(parts[1])', which is not set"
        )
      }
      key = ContiguousArray(text.utf8)
    case let prefix:
      // A misspelt prefix must not become the key, which everybody would know.
      throw arguments.wrongUsage(
        "\(option) expects file:PATH, env:NAME or a key without a colon, found one with a colon",
        suggestion: nearestName(to: prefix, among: ["file", "env"]).map { "\($0):" }
      )
    }
    guard !key.isEmpty else { throw arguments.wrongUsage("\(option) expects a key, found none") }
    return Pseudonyms(key: key)
  }
}

extension Pseudonyms? {
  package func name(of customer: String) -> String { self?.pseudonym(of: customer) ?? customer }

  package func rename(_ customer: inout String) { customer = name(of: customer) }
}
