import Foundation
import TestSupport
import Testing
import WinBackFiles

/// Changes of the offers and of the check itself, in WinBack's own format and in documents of App Store
/// Connect.
@Suite("The gate")
struct GateEditTests {
  @Test("tells what a change takes from it", arguments: GateEdit.weaker)
  func weaker(edit: GateEdit) throws {
    let run = try check(GateEdit.native, edit).run
    #expect(run.status == .checkFailed)
    #expect(run.errors.contains(try #require(edit.expected)), "\(run.errors)")
    #expect(run.output.contains("✗ gate: weaker in "))
  }

  @Test("tells that notes and unused suppressions fail no more")
  func strict() throws {
    var files = GateEdit.native
    files["winback.json"]?.replace("\"losses\"", with: "\"strict\": true, \"losses\"")
    let edit = GateEdit("not strict", nil, GateEdit.config("\"strict\": true, ", ""))
    let run = try check(files, edit).run
    #expect(run.status == .checkFailed)
    #expect(run.errors.contains("weaker than main: notes and unused suppressions fail no more"))
  }

  @Test("names each change with its place", arguments: GateEdit.harmful)
  func harmful(edit: GateEdit) throws {
    try expectHarm(GateEdit.native, edit)
  }

  @Test("names each change in documents of App Store Connect", arguments: GateEdit.harmfulConnect)
  func harmfulConnect(edit: GateEdit) throws {
    try expectHarm(GateEdit.connect, edit)
  }

  @Test("is silent about all other changes", arguments: GateEdit.harmless)
  func harmless(edit: GateEdit) throws {
    try expectSilence(GateEdit.native, edit)
  }

  @Test("is silent in documents of App Store Connect", arguments: GateEdit.harmlessConnect)
  func harmlessConnect(edit: GateEdit) throws {
    try expectSilence(GateEdit.connect, edit)
  }

  private func expectHarm(_ files: [String: String], _ edit: GateEdit) throws {
    let (run, comment) = try check(files, edit)
    let expected = try #require(edit.expected)
    #expect(
      run.errors.contains(expected) || run.output.contains(expected),
      "\(run.errors)\(run.output)"
    )
    #expect(run.status == .checkFailed || run.errors.contains("warning: "))
    let title = try #require(comment.split(separator: "\n").first)
    #expect(title.hasPrefix("### ") && title.hasSuffix("."))
  }

  private func expectSilence(_ files: [String: String], _ edit: GateEdit) throws {
    let (run, comment) = try check(files, edit)
    #expect(run.status == .done, "\(run.errors)\(run.output)")
    #expect(run.errors == "")
    #expect(
      comment.hasPrefix("### No customer gains or loses an offer, and no price changes.\n")
    )
  }

  /// Checks a folder with an edit against the folder without it; messages name files without folders.
  private func check(_ files: [String: String], _ edit: GateEdit) throws -> (
    run: CommandRun, comment: String
  ) {
    let directory = TemporaryDirectory()
    for name in ["main", "head"] {
      try directory.makeDirectory(name)
      for (file, text) in files { try directory.write(text, to: "\(name)/\(file)") }
    }
    let rules = CommandRun(["print", "rules", "AppStore"]).output
    let attribute = "\"attributes\": { \"vip\": \"bool\" }, \"policies\""
    try directory.write(
      rules.replacing("\"policies\"", with: attribute, maxReplacements: 1),
      to: "head/vip.json"
    )
    try directory.write(
      CommandRun(["print", "rules", "merchandising"]).output,
      to: "head/screens.json"
    )
    let customers = files["customers.jsonl"] ?? ""
    try directory.write(String(customers.prefix { $0 != "\n" }) + "\n", to: "head/one.jsonl")
    for (file, old, new) in edit.edits {
      let path = "head/\(file)"
      if old.isEmpty {
        if let new {
          try directory.write(files["\(new).scenarios.json"] ?? "", to: path)
        } else {
          try FileManager.default.removeItem(atPath: directory.path(path))
        }
        continue
      }
      let text = try directory.read(path)
      let range = try #require(text.range(of: old), "the text is not there")
      try directory.write(text.replacingCharacters(in: range, with: new ?? ""), to: path)
    }
    let run = CommandRun([
      "check", directory.path("head"), "--base", directory.path("main"), "--as-of", "2025-01-15",
      "--fail-on", "weaker", "--report", "markdown:" + directory.path("comment.md"),
    ]).removing(directory.path("head") + "/").removing(directory.path() + "/")
    return (run, try directory.read("comment.md"))
  }
}
