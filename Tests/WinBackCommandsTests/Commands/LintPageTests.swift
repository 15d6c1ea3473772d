import Foundation
import Testing
import WinBack
import WinBackCommands

/// The pages in Documentation, which are written from the same text as SARIF's rules.
///
/// `RECORD_SNAPSHOTS=1` writes them anew.
@Suite("The pages of lint")
struct LintPageTests {
  private static let documentation = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation").standardized

  @Test("tell of each code what the code tells of itself", arguments: LintCode.allCases)
  func page(code: LintCode) throws {
    let file = Self.documentation.appending(path: "Lint/\(code.rawValue).md")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(code.markdown.utf8).write(to: file)
      Issue.record("recorded \(file.lastPathComponent)")
    } else {
      #expect(try String(contentsOf: file, encoding: .utf8) == code.markdown)
    }
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
