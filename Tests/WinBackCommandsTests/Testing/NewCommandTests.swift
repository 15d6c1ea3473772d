import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("winback new")
struct NewCommandTests {
  private let directory = TemporaryDirectory()

  @Test("writes a folder in which everything passes")
  func passes() throws {
    let folder = directory.path("my/offers")
    let run = CommandRun(["new", folder])
    #expect(run.status == .done)
    #expect(
      run.output.replacing(folder, with: "offers") == """
        offers/catalog.json
        offers/offers.scenarios.json
        offers/customers/returning.json
        offers/customers/loyal.json
        offers/winback.json
        offers/.github/workflows/win-back-offers.yml

        Everything in it passes: winback check offers

        """
    )
    let passed = CommandRun(status: .done, output: "4 scenarios: 4 passed\n")
    #expect(CommandRun(["test", folder]) == passed)
    let check = CommandRun(["check", folder])
    #expect(check.status == .done)
    #expect(check.errors.isEmpty)
  }

  @Test("starts from a catalog of the user's own, with tests that notice every change of it")
  func ownCatalog() throws {
    let folder = directory.path("offers")
    let catalog = PackageFiles.path("Examples/AppleAPIs/catalog.jsonl")
    let run = CommandRun(["new", folder, "--from", catalog])
    #expect(run.status == .done)
    #expect(run.output.hasSuffix("\nTo check it: winback check \(folder)\n"))
    let check = CommandRun(["check", folder])
    #expect(check.status == .done)
    #expect(check.output.contains("100 %"))
    // The same offers, in the same order.
    let offers = ["convert", catalog, "--to", "native"]
    let written = try directory.read("offers/catalog.json")
    #expect(written == CommandRun(offers).output)
  }

  @Test("puts the workflow where GitHub looks for it: in the root of the repository")
  func workflow() throws {
    try directory.makeDirectory(".git")
    let run = CommandRun(["new", directory.path("app/offers")])
    #expect(run.status == .done)
    let workflow = try directory.read(".github/workflows/win-back-offers.yml")
    #expect(workflow.contains("FOLDER: \"app/offers\""))
    #expect(run.output.contains("GitHub runs workflows from the root of the repository only."))
    // What is downloaded is checked before it is unpacked.
    let steps = ["curl --fail", "sha256sum --check", "tar -xzf"]
    let places = steps.compactMap { workflow.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
    #expect(try !directory.names().contains("catalog.json"))
  }

  @Test("gives each folder of a repository a workflow of its own")
  func workflows() throws {
    try directory.makeDirectory(".git")
    for folder in ["app/offers", "web/offers"] {
      #expect(CommandRun(["new", directory.path(folder)]).status == .done)
      #expect(CommandRun(["check", directory.path(folder)]).status == .done)
    }
    #expect(
      try directory.names(in: ".github/workflows") == [
        "win-back-offers-web-offers.yml", "win-back-offers.yml",
      ]
    )
    let second = try directory.read(".github/workflows/win-back-offers-web-offers.yml")
    #expect(second.contains("FOLDER: \"web/offers\""))
    #expect(second.contains("group: \"win-back-offers-web/offers-${{ github.ref }}\""))
  }

  @Test("overwrites nothing, and writes nothing where a file is there")
  func refusal() throws {
    try directory.write("mine", to: "offers.scenarios.json")
    let run = CommandRun(["new", directory.path("")])
    #expect(run.status == .cannotCreate)
    #expect(run.output == "")
    let message = "offers.scenarios.json': it exists already, and is not overwritten\n"
    #expect(run.errors.hasSuffix(message))
    #expect(try directory.names() == ["offers.scenarios.json"])
    #expect(try directory.read("offers.scenarios.json") == "mine")
  }

  @Test("leaves nothing of a folder that it cannot write wholly")
  func part() throws {
    try directory.makeDirectory("offers")
    try directory.write("mine", to: "offers/customers")
    let run = CommandRun(["new", directory.path("offers")])
    let errors =
      "winback: error: cannot create '\(directory.path("offers/customers"))/returning.json': a part "
      + "of the path is not a directory\n"
    #expect(run == CommandRun(status: .cannotCreate, errors: errors))
    #expect(try directory.names() == ["offers"])
    #expect(try directory.read("offers/customers") == "mine")

    // Here the last of the files cannot be written, and the folders before it are new.
    try directory.makeDirectory(".git")
    try directory.write("mine", to: ".github")
    #expect(CommandRun(["new", directory.path("app/offers")]).status == .cannotCreate)
    #expect(try directory.names() == [".git", ".github", "offers"])
  }

  @Test("tells where a directory cannot be created")
  func noDirectory() throws {
    try directory.write("", to: "file")
    let run = CommandRun(["new", directory.path("file/offers")])
    #expect(run.status == .cannotCreate)
    #expect(run.errors.hasSuffix("a part of the path is not a directory\n"))
  }
}
