package import WinBack

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
}

extension OptionDeclaration where Self == Option<Bool> {
  package static var verbose: Self {
    Option(flag: "verbose").short("v").common
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
