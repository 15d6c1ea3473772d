import Foundation
import Testing
import WinBackCommandLine
import WinBackCommands

@Suite("The files of a command line")
struct FileUsesTests {
  private let directory = TemporaryDirectory(["in": "precious"])

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
      (["-o", "catalog"], "'--catalog' and '--output', found 'catalog' for both"),
      (
        ["-o", "new", "--rejects", "./new"],
        "'--output' and '--rejects', found 'new' and './new', which are the same"
      ),
      (
        ["-o", "new", "--rejects", "sub/../new"],
        "'--output' and '--rejects', found 'new' and 'sub/../new', which are the same"
      ),
    ]
  )
  func different(arguments: [String], message: String) throws {
    let run = run(["score", "in", "-c", "catalog"] + arguments)
    let expected = "expected different files for \(message)"
    #expect(run == .wrongUsage(of: "winback score", expected))
    #expect(try directory.read("in") == "precious")
    #expect(try directory.names() == ["catalog", "hard", "in", "link", "sub"])
  }

  @Test(
    "of other commands are different, too",
    arguments: [
      ["lint", "in", "--report=sarif:in"], ["lint", "in", "-o", "a", "--report=sarif:a"],
      ["lint", "in", "--report=sarif:-"],
      ["evaluate", "in", "-c", "catalog", "-o", "catalog"],
      ["forecast", "in", "-c", "catalog", "-o", "link"],
      ["convert", "catalog", "in", "--to", "native", "-o", "in"],
      ["test", "in", "--report=junit:link"],
      ["compare", "--from", "in", "--to", "catalog", "-o", "in"],
      ["report", "in", "-c", "catalog", "-o", "hard"],
      ["plan", "in", "-c", "catalog", "--offer", "x", "--report=html:in"],
      ["plan", "in", "-c", "catalog", "--offer", "x", "-o", "a", "--report=html:a"],
      ["audit", "in", "-c", "catalog", "-o", "in"],
    ]
  )
  func others(arguments: [String]) throws {
    let run = run(arguments)
    #expect(run.status == .wrongUsage)
    #expect(run.errors.contains("error: expected different files for "))
    #expect(try directory.read("in") == "precious")
  }

  @Test(
    "are different, and at most one is standard input, for each pair of arguments that name files",
    arguments: WinBackCommand.commands.map { $0.description }
  )
  func pairs(command: CommandDescription) throws {
    let named = (command.positionals + command.options).filter { $0.writesFiles != nil }
    for (place, first) in named.enumerated() {
      for second in named[place...] where first != second || first.canNameTwoFiles {
        try expectConflicts(of: first, second, command)
      }
    }
  }

  /// Uses one file for two arguments, and then `-`.
  private func expectConflicts(
    of first: ArgumentDescription,
    _ second: ArgumentDescription,
    _ command: CommandDescription
  ) throws {
    let output = Option.output.description
    let others = (command.positionals + command.options).filter { other in
      ![first, second].contains(other)
        && (other.isRequired || other == output || (first.needed + second.needed).contains(other))
    }
    func refusal(_ path: String) throws -> String? {
      func words(_ argument: ArgumentDescription, _ path: String, isSecond: Bool = false)
        -> [String]
      {
        let value =
          switch argument.kind {
          case .key: "file:\(path)"
          case .report(let kinds): "\(kinds[isSecond ? kinds.count - 1 : 0]):\(path)"
          case .choices(let names): names[0]
          default: path
          }
        return argument.isPositional ? [value] : ["\(argument.spelling)=\(value)"]
      }
      let line =
        words(first, path) + words(second, path, isSecond: true)
        + others.flatMap { words($0, directory.path("other-\($0.name)")) }
      let parsed = try ArgumentParser.parse(line, for: command)
      do throws(CommandFailure) {
        try FileUses(parsed).check()
        return nil
      } catch {
        return error.diagnostics.first?.message
      }
    }
    let isWritten = [first, second].compactMap(\.writesFiles)
    let pair = Set([first.spelling, second.spelling].map { "'\($0)'" })
    let same = try refusal(directory.path("in")) ?? ""
    #expect(same.hasPrefix("expected different files for '") == isWritten.contains(true), "\(pair)")
    let standard = try refusal("-") ?? ""
    if isWritten == [false, false], ![first, second].contains(where: { $0.kind == .directory }) {
      #expect(
        standard.hasPrefix("expected at most one input to be standard input, found '"),
        "\(pair)"
      )
    } else {
      #expect(
        standard.hasSuffix("found standard output for both") == (isWritten == [true, true]),
        "\(pair)"
      )
    }
    for text in [same, standard] where !text.isEmpty {
      #expect(pair.allSatisfy { text.contains($0) }, "\(text)")
    }
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
      guard isPath else {
        return word.hasSuffix(":-") ? word : word.replacing(":", with: ":\(folder)")
      }
      return folder + word
    }
    return CommandRun(words).removing(folder)
  }
}

extension ArgumentDescription {
  /// Whether it can be given twice, with a file each time.
  fileprivate var canNameTwoFiles: Bool {
    guard case .report(let kinds)? = kind else { return isRepeatable }
    return kinds.count > 1
  }
}
