import Foundation
import Testing
import WinBackCommands

@Suite("winback check")
struct CheckTests {
  @Test("passes the example, and tells what it has looked at")
  func example() throws {
    try CheckFolder.with { folder in
      let run = folder.check()
      #expect(run.status == .done)
      #expect(run.errors.isEmpty)
      #expect(run.output.contains("✓ lint: nothing found, 2 accepted"))
      #expect(run.output.contains("✓ scenarios: 62 of 62 passed"))
      #expect(run.output.contains("100 %, 155 of 155; at least 100 % is required"))
    }
  }

  @Test(
    "finds each planted edit that does harm, with a customer who shows it",
    arguments: PlantedEdit.harmful
  )
  func harmful(edit: PlantedEdit) throws {
    try CheckFolder.with(scenarios: false) { folder in
      try #expect(folder.edit(edit.old, edit.new))
      let run = folder.check([
        "--base", folder.path("live.json"), "--against", folder.path("live.json"), "--json",
      ])
      #expect(run.status == .checkFailed)
      let report = try json(run.output)
      let compared = try #require(report["compare"] as? [String: Any])
      let offers = try #require(compared["offers"] as? [[String: Any]])
      #expect(offers.contains { $0["gained"] != nil || $0["lost"] != nil })
    }
  }

  @Test("finds nothing where an edit does no harm", arguments: PlantedEdit.harmless)
  func harmless(edit: PlantedEdit) throws {
    try CheckFolder.with(scenarios: false) { folder in
      try #expect(folder.edit(edit.old, edit.new))
      let run = folder.check([
        "--base", folder.path("live.json"), "--against", folder.path("live.json"), "--strict",
      ])
      #expect(run.status == .done, "\(run.errors)\(run.output)")
      #expect(run.errors.isEmpty)
      #expect(run.output.contains("no offer reaches other customers than before"))
      #expect(run.output.contains("0 of 8 customers changed"))
    }
  }

  @Test("compares with a state that git has kept")
  func revision() throws {
    try CheckFolder.with(scenarios: false) { folder in
      try folder.git("init", "--quiet")
      try folder.git("add", ".")
      try folder.git("commit", "--quiet", "--message", "before")
      try #expect(folder.edit("\"minimum\": 2", "\"minimum\": 1"))
      let run = folder.check(["--base", "git:HEAD"])
      #expect(run.output.contains("Compared with HEAD"))
      #expect(run.output.contains("+ basic_1m_free: reaches more customers"))
      #expect(
        folder.check(["--base", "git:HEAD~0", "--minimum-coverage", "0"]).status != .cannotOpen
      )

      let unknown = folder.check(["--base", "git:nowhere"])
      #expect(unknown.status == .cannotOpen)
      #expect(unknown.errors.contains("expected a revision that git knows in '"))
      #expect(unknown.errors.contains("found 'nowhere'"))
    }
  }

  @Test("takes all offers for new where the revision has no such catalog")
  func newCatalog() throws {
    try CheckFolder.with(scenarios: false) { folder in
      try folder.git("init", "--quiet")
      try folder.git("add", "rules.json")
      try folder.git("commit", "--quiet", "--message", "before")
      let run = folder.check(["--base", "git:HEAD"])
      #expect(run.status == .done)
      #expect(run.output.contains("+ basic_1m_free: is new"))
    }
  }

  @Test("writes a comment, annotations, SARIF and JUnit XML")
  func outputs() throws {
    try CheckFolder.with { folder in
      try #expect(folder.edit("\"minimum\": 2", "\"minimum\": 3"))
      let run = folder.check([
        "--base", folder.path("live.json"), "--against", folder.path("live.json"), "--github",
        "--markdown", folder.path("comment.md"), "--sarif", folder.path("check.sarif"),
        "--junit", folder.path("check.xml"),
      ])
      #expect(run.status == .checkFailed)
      #expect(run.output.contains("::error file=\(folder.path("catalog.json")),line="))
      #expect(run.output.contains("title=locked-at-start::"))
      let comment = try folder.read("comment.md")
      #expect(comment.contains("### Win-back offers: the check failed"))
      #expect(comment.contains("| ❌ | lint | 1 error, 2 accepted |"))
      #expect(comment.contains("`basic_1m_free` reaches fewer customers"))
      #expect(comment.contains("<br>loses: "))
      try #expect(folder.read("check.sarif").contains("\"ruleId\": \"locked-at-start\""))
      let junit = try folder.read("check.xml")
      #expect(junit.contains("<testsuites name=\"winback check\""))
      #expect(junit.contains("<testcase name=\"lint\""))
    }
  }

  @Test("tells all that cannot be read, once, and checks the rest")
  func unreadable() throws {
    try CheckFolder.with(scenarios: false) { folder in
      try #expect(folder.edit("\"FREE_TRIAL\"", "\"FREE\""))
      let run = folder.check(["--github", "--sarif", folder.path("check.sarif")])
      #expect(run.status == .badData)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(run.errors.contains("unknown value 'FREE'"))
      #expect(run.output.contains("title=unreadable::"))
      try #expect(folder.read("check.sarif").contains("\"ruleId\": \"unreadable\""))
    }
  }

  @Test(
    "tells what is wrong with its own file",
    arguments: [
      ("{}", "1:1: error: the key 'catalog' is missing"),
      (
        "{\"catalog\": \"catalog.json\", \"scenario\": \".\"}",
        "1:29: error: unknown key 'scenario'; did you mean 'scenarios'? (at scenario)"
      ),
      (
        "{\"catalog\": []}",
        "1:13: error: expected the path of a file, found none (at catalog)"
      ),
      (
        "{\"catalog\": \"catalog.json\", \"minimumCoverage\": 101}",
        "1:48: error: expected a whole number from 0 to 100, found 101 (at minimumCoverage)"
      ),
    ]
  )
  func configuration(text: String, message: String) throws {
    try CheckFolder.with { folder in
      try folder.write(text, to: "winback.json")
      let run = folder.check()
      #expect(run.status == .badData)
      #expect(run.errors == "\(folder.path("winback.json")):\(message)\n")
    }
  }

  @Test("accepts findings with a reason, and strictly only those that are there")
  func suppressions() throws {
    try CheckFolder.with(scenarios: false) { folder in
      try folder.write(
        """
        {"catalog": "catalog.json", "suppressions": [{"code": "lapse-gap", "reason": "so we want it"}]}
        """,
        to: "winback.json"
      )
      let run = folder.check()
      #expect(run.status == .done)
      #expect(
        run.errors.contains("warning: no finding needs this suppression any more [lapse-gap]")
      )
      #expect(folder.check(["--strict"]).status == .checkFailed)
    }
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
