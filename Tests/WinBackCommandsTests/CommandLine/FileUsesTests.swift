import Foundation
import Testing
import WinBackCommands

@Suite("The files of a command line")
struct FileUsesTests {
  @Test(
    "are different files where one is written, however they are spelt",
    arguments: [
      (["-o", "in"], "'HISTORIES' and '--output', found 'in' for both"),
      (["-o", "./in"], "'HISTORIES' and '--output', found 'in' and './in', which are the same"),
      (["-o", "link"], "'HISTORIES' and '--output', found 'in' and 'link', which are the same"),
      (["-o", "hard"], "'HISTORIES' and '--output', found 'in' and 'hard', which are the same"),
      (
        ["-o", "sub/../in"],
        "'HISTORIES' and '--output', found 'in' and 'sub/../in', which are the same"
      ),
      (["-o", "catalog"], "'--catalog' and '--output', found 'catalog' for both"),
      (
        ["-o", "new", "--rejects", "./new"],
        "'--output' and '--rejects', found 'new' and './new', which are the same"
      ),
      (
        ["-o", "new", "--checkpoint", "sub/../new"],
        "'--output' and '--checkpoint', found 'new' and 'sub/../new', which are the same"
      ),
      (["-o", "new", "--checkpoint", "in"], "'HISTORIES' and '--checkpoint', found 'in' for both"),
      (
        ["-o", "new", "--checkpoint", "new.partial"],
        "'--checkpoint' and '--output', found 'new.partial' for both, in which '--output' is written first"
      ),
      (
        ["-o", "new", "--rejects", "new.partial", "--checkpoint", "c"],
        "'--rejects' and '--output', found 'new.partial' for both, in which '--output' is written first"
      ),
    ]
  )
  func different(arguments: [String], message: String) throws {
    try inDirectory { directory throws in
      let run = Self.score("in", arguments, in: directory)
      #expect(run.errors.contains("error: expected different files for \(message)\n"))
      #expect(run.status == .wrongUsage)
      #expect(try directory.read("in") == "precious")
      #expect(try directory.names() == ["catalog", "hard", "in", "in.partial", "link", "sub"])
    }
  }

  @Test("count with those that stand in for them until they are whole")
  func partial() throws {
    try inDirectory { directory throws in
      let run = Self.score("in.partial", ["-o", "in", "--checkpoint", "c"], in: directory)
      let message =
        "expected different files for 'HISTORIES' and '--output', found 'in.partial' for both, in "
        + "which '--output' is written first\n"
      #expect(run.errors.contains(message))
      #expect(try directory.read("in.partial") == "precious")
    }
  }

  @Test(
    "of other commands are different, too",
    arguments: [
      ["lint", "in", "--sarif", "./in"], ["lint", "in", "-o", "a", "--sarif", "a"],
      ["lint", "in", "--sarif", "-"],
      ["evaluate", "in", "-c", "catalog", "-o", "catalog"],
      ["forecast", "in", "-c", "catalog", "-o", "link"],
      ["convert", "catalog", "in", "--to", "native", "-o", "in"],
      ["test", "in", "--junit", "link"],
      ["compare", "--from", "in", "--to", "catalog", "-o", "in"],
      ["report", "in", "-c", "catalog", "-o", "hard"],
      ["audit", "in", "-c", "catalog", "-o", "in"],
    ]
  )
  func others(arguments: [String]) throws {
    try inDirectory { directory throws in
      let run = Self.run(arguments, in: directory)
      #expect(run.status == .wrongUsage)
      #expect(run.errors.contains("error: expected different files for "))
      #expect(try directory.read("in") == "precious")
    }
  }

  @Test("may be one device for several")
  func device() {
    let run = ScoreSamples.score(
      ScoreSamples.bob,
      ["--output", "/dev/null", "--rejects", "/dev/null", "--quiet"]
    )
    #expect(run == CommandRun(status: .done, output: "", errors: ""))
  }

  private func inDirectory(_ body: (TemporaryDirectory) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      try directory.write("precious", to: "in")
      try directory.write("precious", to: "in.partial")
      try directory.write(Samples.text("catalog.json"), to: "catalog")
      try directory.makeDirectory("sub")
      let files = FileManager.default
      try files.createSymbolicLink(atPath: directory.path("link"), withDestinationPath: "in")
      try files.linkItem(atPath: directory.path("in"), toPath: directory.path("hard"))
      try body(directory)
    }
  }

  private static func score(
    _ histories: String,
    _ arguments: [String],
    in directory: TemporaryDirectory
  ) -> CommandRun {
    run(["score", histories, "-c", "catalog"] + arguments, in: directory)
  }

  /// Runs a command on files of a directory, which messages name without it.
  private static func run(_ arguments: [String], in directory: TemporaryDirectory) -> CommandRun {
    let folder = directory.path("") + "/"
    let words = arguments.enumerated().map { index, word in
      let isPath = index > 0 && !word.hasPrefix("-") && word != "native"
      return isPath ? folder + word : word
    }
    return CommandRun(words).removing(folder)
  }
}
