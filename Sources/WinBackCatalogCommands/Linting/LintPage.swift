import BuiltInFiles
import WinBackCommandLine

/// What there is to know about a kind of finding: its section of a page in Documentation/Lint, which is
/// part of the program.
package struct LintPage: Sendable, Hashable {
  package static let families = [
    "Criteria": lintCriteria.contents, "Offers": lintOffers.contents,
    "Changes": lintChanges.contents, "Customers": lintCustomers.contents,
  ]

  fileprivate static let all: [String: LintPage] = {
    var all: [String: LintPage] = [:]
    for (family, bytes) in families {
      let sections = String(decoding: bytes, as: UTF8.self).parts(around: "\n## ").dropFirst()
      for section in sections {
        let paragraphs = section.parts(around: "\n\n").map(String.init)
        all[paragraphs[0]] = LintPage(family, paragraphs)
      }
    }
    return all
  }()

  static let unreadable = LintPage(
    "",
    [
      "unreadable", "error: a file that cannot be read.",
      "The file is missing, is damaged, or is not what it should be.",
      "What to do: Correct the file; `winback print schema` prints what it may hold.",
    ]
  )

  static let unusedSuppression = LintPage(
    "",
    [
      "unused-suppression", "warning: a suppression that accepts no finding.",
      "The finding is gone, or the suppression names another offer.",
      "What to do: Remove the suppression, or correct it.",
    ]
  )

  /// The name of the page that has the section, such as `Criteria`.
  package let family: String
  package let title: String
  package let explanation: String
  package let remedy: String

  /// Reads a section: the code, the severity with the title, the explanation, and what to do.
  fileprivate init(_ family: String, _ paragraphs: [String]) {
    func paragraph(_ index: Int) -> String { index < paragraphs.count ? paragraphs[index] : "" }
    func text(of index: Int) -> String {
      paragraph(index).parts(around: ": ").dropFirst().joined(separator: ": ")
    }
    self.family = family
    title = String(text(of: 1).dropLast()).capitalizedFirst
    explanation = paragraph(2)
    remedy = text(of: 3)
  }
}

extension LintCode {
  package var page: LintPage { LintPage.all[rawValue] ?? LintPage("", []) }

  /// The table of all codes as Markdown, as it stands in Documentation/Lint.md.
  package static var table: String {
    let rows = allCases.map { code in
      let link = "[\(code.rawValue)](Lint/\(code.page.family).md#\(code.rawValue))"
      return [link, code.severity.rawValue, code.page.title.lowercasedFirst]
    }
    return ResultTable(["code", "", "finds"], rows).markdown()
  }
}
