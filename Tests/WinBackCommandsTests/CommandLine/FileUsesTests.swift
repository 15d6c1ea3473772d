import Foundation
import Testing
import WinBackFiles

@Suite("The files of a command line")
struct FileUsesTests {
  private let directory = TemporaryDirectory(["in": "precious", "in.partial": "precious"])

  init() throws {
    try directory.write(Samples.text("catalog.json"), to: "catalog")
    try directory.makeDirectory("sub")
    try directory.link("link", to: "in")
    let (file, other) = (directory.path("in"), directory.path("hard"))
    try FileManager.default.linkItem(atPath: file, toPath: other)
  }

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
      (["--rejects", "in"], "'HISTORIES' and '--rejects', found 'in' for both"),
      (
        ["-o", "new", "--checkpoint", "new"],
        "'--output' and '--checkpoint', found 'new' for both"
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
    let run = run(["score", "in", "-c", "catalog"] + arguments)
    let expected = "expected different files for \(message)"
    #expect(run == .wrongUsage(of: "winback score", expected))
    #expect(try directory.read("in") == "precious")
    #expect(try directory.names() == ["catalog", "hard", "in", "in.partial", "link", "sub"])
  }

  @Test("count with those that stand in for them until they are whole")
  func partial() throws {
    let run = run(["score", "in.partial", "-c", "catalog", "-o", "in", "--checkpoint", "c"])
    let message =
      "expected different files for 'HISTORIES' and '--output', found 'in.partial' for both, in "
      + "which '--output' is written first"
    #expect(run == .wrongUsage(of: "winback score", message))
    #expect(try directory.read("in.partial") == "precious")
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
    let run = run(arguments)
    #expect(run.status == .wrongUsage)
    #expect(run.errors.contains("error: expected different files for "))
    #expect(try directory.read("in") == "precious")
  }

  @Test("may be one device for several")
  func device() {
    let run = ScoreSamples.score(
      ScoreSamples.bob,
      ["--output", "/dev/null", "--rejects", "/dev/null", "--quiet"]
    )
    #expect(run == CommandRun(status: .done))
  }

  /// Runs a command on files of the directory, which messages name without it.
  private func run(_ arguments: [String]) -> CommandRun {
    let folder = directory.path("") + "/"
    let words = arguments.enumerated().map { index, word in
      let isPath = index > 0 && !word.hasPrefix("-") && word != "native"
      return isPath ? folder + word : word
    }
    return CommandRun(words).removing(folder)
  }
}
