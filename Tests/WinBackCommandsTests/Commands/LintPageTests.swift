import Foundation
import Testing
import WinBack
import WinBackCommands

/// The pages in Documentation, which are part of the program: SARIF's rules have the same text.
@Suite("The pages of lint")
struct LintPageTests {
  private static let documentation = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation").standardized

  @Test(
    "tell of each code what it is called, what it means and what to do",
    arguments: LintCode.allCases
  )
  func page(code: LintCode) throws {
    let file = Self.documentation.appending(path: "Lint/\(code.rawValue).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(Array(text.utf8) == code.pageText)
    let severity = code.severity.rawValue
    let title = code.page.title.prefix(1).lowercased() + code.page.title.dropFirst()
    #expect(
      text.hasPrefix(
        """
        # \(code.rawValue)

        \(severity.prefix(1).uppercased() + severity.dropFirst()): \(title).

        \(code.page.explanation)

        ## What to do

        \(code.page.remedy)

        To leave such findings out, run `winback lint` with `--disable \(code.rawValue)`. To accept one of them
        with a reason, see [Lint](../Lint.md#accepted-findings).

        Source:
        """
      )
    )
    #expect(!title.isEmpty && !code.page.explanation.isEmpty && !code.page.remedy.isEmpty)
  }

  @Test("are there for codes only, and all of them are listed")
  func list() throws {
    let folder = Self.documentation.appending(path: "Lint").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == Set(LintCode.allCases.map { "\($0.rawValue).md" }))
    let page = try String(
      contentsOf: Self.documentation.appending(path: "Lint.md"),
      encoding: .utf8
    )
    #expect(page.contains(LintCode.table))
  }
}
