import Foundation
import TestSupport
import Testing
import WinBackFormats

@Suite("A rule set in the documentation of the libraries")
struct DocumentedRuleSetTests {
  @Test("can be loaded")
  func articles() throws {
    let sources = PackageFiles.url("Sources")
    let articles = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
    let blocks = try articles.flatMap { name in
      try String(contentsOf: sources.appending(path: name), encoding: .utf8)
        .components(separatedBy: "```json\n").dropFirst().compactMap { part in
          part.components(separatedBy: "\n```").first
        }
    }
    let ruleSets = blocks.filter { !$0.contains("\"scenarios\"") }
    try #require(!ruleSets.isEmpty)
    for block in ruleSets { _ = try CheckedRuleSet(json: block.utf8) }
  }
}
