import Foundation
import TestSupport
import Testing
import WinBackCatalogCommands

/// The pages in Documentation, which are part of the program: SARIF's rules have the same text.
@Suite("The pages of lint")
struct LintPageTests {
  @Test(
    "tell of each code what it is called, what it means and what to do",
    arguments: LintCode.allCases
  )
  func page(code: LintCode) throws {
    let page = code.page
    let file = PackageFiles.url("Documentation/Lint/\(page.family).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try Array(text.utf8) == #require(LintPage.families[page.family]))
    let severity = code.severity.rawValue
    let title = page.title.prefix(1).lowercased() + page.title.dropFirst()
    #expect(
      text.contains(
        """

        ## \(code.rawValue)

        \(severity.prefix(1).uppercased() + severity.dropFirst()): \(title).

        \(page.explanation)

        What to do: \(page.remedy)

        Source:
        """
      )
    )
    #expect(!title.isEmpty && !page.explanation.isEmpty && !page.remedy.isEmpty)
  }

  @Test("are there for codes only, and all of them are listed")
  func list() throws {
    let folder = PackageFiles.path("Documentation/Lint")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == Set(LintPage.families.keys.map { "\($0).md" }))
    let sections = LintPage.families.values.flatMap { page in
      String(decoding: page, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("## ") }
    }
    #expect(
      sections.map { String($0.dropFirst(3)) }.sorted()
        == LintCode.allCases.map(\.rawValue).sorted()
    )
    let page = try String(
      contentsOf: PackageFiles.url("Documentation/Lint.md"),
      encoding: .utf8
    )
    #expect(page.contains(LintCode.table))
  }
}
