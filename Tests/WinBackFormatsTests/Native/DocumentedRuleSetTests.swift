import Foundation
import Testing
import WinBack
import WinBackFormats

@Suite("A rule set in the documentation of the library")
struct DocumentedRuleSetTests {
  @Test("can be loaded", arguments: ["WritingARuleSet.md"])
  func articles(name: String) throws {
    let path = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/WinBack/WinBack.docc/\(name)").standardized
    let text = try String(contentsOf: path, encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst().compactMap { part in
      part.components(separatedBy: "\n```").first
    }
    try #require(!blocks.isEmpty)
    for block in blocks { _ = try CheckedRuleSet(json: block.utf8) }
  }
}
