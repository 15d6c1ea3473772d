import Foundation
import Testing
import WinBackFiles

/// Changes of a folder that `winback new` wrote, run through `winback check --base`.
@Suite("A change of the offers")
struct StarterEditTests {
  @Test(
    "that does harm fails, or the report names a customer or a price",
    arguments: StarterEdit.harmful
  )
  func harmful(edit: PlantedEdit) throws {
    let run = try check(edit)
    #expect(run.output.contains(edit.expected), "\(run.errors)\(run.output)")
    #expect(!run.output.contains("no offer reaches other customers than before"))
    let tells = ["gains ", "loses ", " pay ", "price", "for ", "was ", "is gone"]
    #expect(run.status == .checkFailed || tells.contains { run.output.contains($0) })
  }

  @Test("that does no harm is silent", arguments: StarterEdit.harmless)
  func harmless(edit: PlantedEdit) throws {
    let run = try check(edit)
    #expect(run.status == .done)
    #expect(run.errors == "")
    #expect(
      run.output.contains("\nno offer reaches other customers than before\n"),
      "\(run.output)"
    )
    #expect(!run.output.contains("→"))
  }

  /// Checks the folder with an edit against the folder without it; its scenarios have tests of their
  /// own, and would find many edits by themselves.
  private func check(_ edit: PlantedEdit) throws -> CommandRun {
    let directory = TemporaryDirectory()
    for name in ["base", "head"] {
      try #require(CommandRun(["new", directory.path(name)]).status == .done)
      try FileManager.default.removeItem(atPath: directory.path("\(name)/offers.scenarios.json"))
      let catalog = try directory.read("\(name)/catalog.json")
      let territories = "\"territories\": [\"USA\", \"CAN\", \"GBR\"]"
      try directory.write(
        catalog.replacing(territories, with: StarterEdit.prices),
        to: "\(name)/catalog.json"
      )
      let project = try directory.read("\(name)/winback.json").split(separator: "\n").filter {
        !$0.contains("\"minimum")
      }
      try directory.write(
        project.joined(separator: "\n").replacing(",\n}", with: "\n}"),
        to: "\(name)/winback.json"
      )
    }
    let file = "head/\(edit.file)"
    let text = try directory.read(file)
    let range = try #require(text.range(of: edit.old), "the text is not there")
    try directory.write(text.replacingCharacters(in: range, with: edit.new), to: file)
    return CommandRun([
      "check", directory.path("head"), "--base", directory.path("base"), "--as-of", "2023-06-01",
    ])
  }
}
