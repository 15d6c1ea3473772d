import Testing
import WinBackCommands

@Suite("winback new")
struct NewCommandTests {
  @Test("writes a folder in which everything passes")
  func passes() throws {
    try TemporaryDirectory.with { directory in
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
      #expect(
        CommandRun(["test", folder])
          == CommandRun(status: .done, output: "4 scenarios: 4 passed\n", errors: "")
      )
      let check = CommandRun(["check", folder])
      #expect(check.status == .done)
      #expect(check.errors.isEmpty)
    }
  }

  @Test("puts the workflow where GitHub looks for it: in the root of the repository")
  func workflow() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory(".git")
      let run = CommandRun(["new", directory.path("app/offers")])
      #expect(run.status == .done)
      let workflow = try directory.read(".github/workflows/win-back-offers.yml")
      #expect(workflow.contains("FOLDER: \"app/offers\""))
      // What is downloaded is checked before it is unpacked.
      let steps = ["curl --fail", "sha256sum --check", "tar -xzf"]
      let places = steps.compactMap { workflow.firstRange(of: $0)?.lowerBound }
      #expect(places.count == 3 && places == places.sorted())
      #expect(try !directory.names().contains("catalog.json"))
    }
  }

  @Test("overwrites nothing, and writes nothing where a file is there")
  func refusal() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("mine", to: "offers.scenarios.json")
      let run = CommandRun(["new", directory.path("")])
      #expect(run.status == .cannotCreate)
      #expect(run.output == "")
      #expect(
        run.errors.hasSuffix(
          "offers.scenarios.json': it exists already, and is not overwritten\n"
        )
      )
      #expect(try directory.names() == ["offers.scenarios.json"])
      #expect(try directory.read("offers.scenarios.json") == "mine")
    }
  }

  @Test("leaves nothing of a folder that it cannot write wholly")
  func part() throws {
    try TemporaryDirectory.with { directory in
      try directory.makeDirectory("offers")
      try directory.write("mine", to: "offers/customers")
      let run = CommandRun(["new", directory.path("offers")])
      #expect(run.status == .cannotCreate)
      #expect(run.output == "")
      #expect(
        run.errors == "winback: error: cannot create '\(directory.path("offers/customers"))"
          + "/returning.json': a part of the path is not a directory\n"
      )
      #expect(try directory.names() == ["offers"])
      #expect(try directory.read("offers/customers") == "mine")

      // Here the last of the files cannot be written, and the folders before it are new.
      try directory.makeDirectory(".git")
      try directory.write("mine", to: ".github")
      #expect(CommandRun(["new", directory.path("app/offers")]).status == .cannotCreate)
      #expect(try directory.names() == [".git", ".github", "offers"])
    }
  }

  @Test("tells where a directory cannot be created")
  func noDirectory() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("", to: "file")
      let run = CommandRun(["new", directory.path("file/offers")])
      #expect(run.status == .cannotCreate)
      #expect(run.errors.hasSuffix("a part of the path is not a directory\n"))
    }
  }
}
