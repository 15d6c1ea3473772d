import WinBack

/// What there is to know about a kind of finding: the page of it in Documentation/Lint.
package struct LintPage: Sendable, Hashable {
  /// What is found, in a few words.
  package let title: String
  /// Why it is wrong, or what it means.
  package let explanation: String
  /// How it is fixed.
  package let remedy: String
  /// Who says so.
  package let source: String

  init(_ title: String, _ explanation: String, _ remedy: String, source: String) {
    self.title = title
    self.explanation = explanation
    self.remedy = remedy
    self.source = source
  }
}

extension LintPage {
  static let help = "App Store Connect Help, \"Set up win-back offers\""
  static let attributes = "App Store Connect API, attributes of `WinBackOffer`"
  static let creating = "App Store Connect API, \"Creating and configuring win-back offers\""
  static let analysis = "the rules and policies themselves, for all customers that there can be"
}

extension LintCode {
  /// The page as Markdown, as it stands in Documentation/Lint.
  package var markdown: String {
    """
    # \(rawValue)

    \(severity.rawValue.capitalizedWord): \(page.title.lowercasedFirst).

    \(page.explanation)

    ## What to do

    \(page.remedy)

    To leave such findings out, run `winback lint` with `--disable \(rawValue)`. To accept one of them
    with a reason, see [Lint](../Lint.md#accepted-findings).

    Source: \(page.source).

    """
  }

  /// The table of all codes as Markdown, as it stands in Documentation/Lint.md.
  package static var table: String {
    "| code | | finds |\n| --- | --- | --- |\n"
      + allCases.map { code in
        "| [\(code.rawValue)](Lint/\(code.rawValue).md) | \(code.severity.rawValue) | "
          + "\(code.page.title.lowercasedFirst) |\n"
      }.joined()
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
