import Foundation
import Synchronization
import Testing
import WinBack
import WinBackCommandLine
import WinBackCommands
import WinBackCustomerCommands

/// What becomes of a killed run is for Scripts/check-faults to prove.
@Suite("A checkpoint of score")
struct ScoreCheckpointTests {
  private let directory = TemporaryDirectory()

  private var files: [String] {
    ["--output", directory.path("results"), "--checkpoint", directory.path("checkpoint")]
  }

  @Test("changes nothing of a run that comes to its end, and is gone then")
  func end() throws {
    try directory.write("\(ScoreSamples.alice)\n?\n", to: "histories.jsonl")
    try directory.write("before", to: "results")
    let run = score(["--rejects", directory.path("rejects")])
    let expected = ScoreSamples.score("histories.jsonl", in: directory)
    #expect(run.status == expected.status)
    #expect(run.errors == expected.errors)
    #expect(try directory.read("results") == expected.output)
    #expect(try directory.names() == ["histories.jsonl", "rejects", "results"])
  }

  @Test(
    "that is none is told with the place of the fault",
    arguments: [
      ("{}", "checkpoint:1:1: error: the key 'job' is missing\n"),
      (
        json(["lines": "-1"]),
        "checkpoint:1:130: error: expected a whole number from 0 to 72057594037927936, found -1 "
          + "(at lines)\n"
      ),
      (
        json(["undetermined": "[]"]),
        "checkpoint:1:384: error: expected 1 numbers, found 0 (at undetermined)\n"
      ),
    ]
  )
  func damaged(text: String, errors: String) throws {
    try directory.write(ScoreSamples.alice, to: "histories.jsonl")
    try directory.write(text, to: "checkpoint")
    #expect(score() == CommandRun(status: .badData, errors: errors))
    #expect(try directory.names() == ["checkpoint", "histories.jsonl"])
  }

  @Test("that is an empty file is that of a run which has not begun")
  func empty() throws {
    try directory.write(ScoreSamples.alice, to: "histories.jsonl")
    try directory.write("", to: "checkpoint")
    #expect(score().status == .done)
    #expect(try directory.names() == ["histories.jsonl", "results"])
  }

  @Test(
    "takes no file for its own that a run without a checkpoint cannot have left",
    arguments: ["results.partial", "rejects.partial", "checkpoint.partial"],
    [false, true]
  )
  func unrelated(name: String, isLink: Bool) throws {
    try directory.write(ScoreSamples.alice, to: "histories.jsonl")
    try directory.write("precious", to: isLink ? "precious" : name)
    if isLink { try directory.link(name, to: "precious") }
    let names = try directory.names()
    let run = score(["--rejects", directory.path("rejects")])
    let message =
      "cannot create '\(name)': it exists, and no checkpoint says that this run wrote it; "
      + "move it to begin again"
    let errors = "winback: error: \(message)\n"
    #expect(run == CommandRun(status: .cannotCreate, errors: errors))
    #expect(try directory.read(name) == "precious")
    #expect(try directory.names() == names)
  }

  @Test("whose results are a link is refused, and what the link leads to stays")
  func linkedResults() throws {
    try directory.write(saved(["outputSize": "5"]), to: "checkpoint")
    try directory.write(String(repeating: "precious", count: 100), to: "precious")
    try directory.link("results.partial", to: "precious")
    let run = score()
    #expect(run.status == .badData)
    #expect(run.errors.hasPrefix("winback: error: cannot continue 'results.partial': "))
    #expect(try directory.read("precious").utf8.count == 800)
  }

  @Test("that a killed run left is continued as if nothing had happened", arguments: KilledRun.all)
  func killed(run: KilledRun) throws {
    try directory.write(run.lines.joined(), to: "histories.jsonl")
    let arguments =
      run.arguments + ["--rejects", directory.path("rejects"), "--allow-rejects", "9"]
    let start = try #require(checkpoints(arguments).first)
    var counts = run.counts
    let names = ["results", "rejects"]
    let expected = try names.map { try directory.read($0) }
    for (name, count) in [("results", 1), ("rejects", run.rejected)] {
      let lines = try directory.read(name).split(separator: "\n").prefix(count)
      let text = lines.map { $0 + "\n" }.joined()
      try directory.write(text, to: "\(name).partial")
      counts[name == "results" ? "outputSize" : "rejectsSize"] = "\(text.utf8.count)"
    }
    try directory.write(Self.changing(counts, in: start), to: "checkpoint")
    #expect(score(arguments).status == .done)
    #expect(try names.map { try directory.read($0) } == expected)
    #expect(try directory.names() == ["histories.jsonl", "rejects", "results"])
  }

  @Test("that a run left when only its summary was missing gives the same summary")
  func summary() throws {
    let table = try #require(HistorySample.all.first { $0.description == "revenuecat" })
    try directory.write(table.file(["ada", "eve"]), to: "histories.jsonl")
    let arguments = ["--summary", directory.path("summary")]
    let end = try #require(checkpoints(arguments).last)
    let expected = try directory.read("summary")
    #expect(end.contains("\"isWhole\": true") && expected.contains("\"columns\""))
    try directory.write("", to: "summary")
    try directory.write(end, to: "checkpoint")
    #expect(score(arguments).status == .done)
    #expect(try directory.read("summary") == expected)
  }

  @Test("that says that all was scored is nothing without the results", arguments: ["", "others"])
  func lost(results: String) throws {
    let text = try saved(["file": "1", "outputSize": "5", "isWhole": "true"])
    try directory.write(text, to: "checkpoint")
    try directory.write(results, to: "results")
    let message =
      "cannot continue 'results.partial': expected this file, or 'results' with 5 bytes, found "
      + "neither; remove the checkpoint to begin again"
    #expect(score() == CommandRun(status: .badData, errors: "winback: error: \(message)\n"))
    #expect(try directory.read("results") == results)
  }

  @Test("that a run left when all was scored gives the files their names, and reads nothing")
  func whole() throws {
    let text = try saved(["file": "1", "outputSize": "5", "isWhole": "true"])
    for isNamed in [false, true] {
      try directory.write(text, to: "checkpoint")
      try directory.write("whole", to: isNamed ? "results" : "results.partial")
      #expect(score(["--allow-rejects", "1"]).status == .done)
      #expect(try directory.read("results") == "whole")
      #expect(try directory.names() == ["histories.jsonl", "results"])
    }
  }

  @Test("is held by one run, and another one is told by which")
  func held() throws {
    let other = Mutex<CommandRun?>(nil)
    _ = try saved([:]) { other.withLock { $0 = score() } }
    let run = try #require(other.withLock { $0 })
    let process = ProcessInfo.processInfo.processIdentifier
    let message =
      "checkpoint: error: another run is using this checkpoint: process \(process), since "
      + "1970-01-01T00:00:00.000Z\n"
    #expect(run == CommandRun(status: .cannotCreate, errors: message))
    #expect(try directory.names() == ["histories.jsonl", "results"])
  }

  @Test("of another run is refused")
  func otherRun() throws {
    try directory.write(ScoreSamples.alice, to: "histories.jsonl")
    try directory.write(Self.json([:]), to: "checkpoint")
    #expect(score() == Self.refusal)
  }

  private static let refusal = CommandRun(
    status: .badData,
    errors: "checkpoint: error: this is the checkpoint of another run: expected the same options, "
      + "and input files that nobody has changed; remove the file, and those that end in "
      + "'.partial', to begin again\n"
  )

  private static var description: CommandDescription {
    WinBackCommand.commands.map { $0.description }.first { $0.name == "score" }
      ?? SampleCommand.description
  }

  @Test("of a run with another option is refused, whichever it is")
  func otherOption() throws {
    let values: [String: String] = [
      "format": "native", "mapping": "file", "customer-key": "appAccountToken",
      "environment": "Sandbox", "range": "0:100000", "rejects": "other", "output": "other",
      "until": "2026-01-01", "data-through": "2025-01-01", "rules": "file", "catalog": "file",
      "policy": "waitStart=redemption", "catalog-format": "native", "catalog-product": "p",
      "catalog-group": "g", "merchandising-rules": "file", "introductory-rules": "file",
      "pseudonymize": "key", "offer": "o", "customer": "alice",
    ]
    let options = Self.description.options
    let tried = options.filter { option in
      option.changesResults && !["as-of", "help", "version"].contains(option.name)
    }
    #expect(tried.count > 20)
    for option in tried {
      let value = option.kind == nil ? [] : [try #require(values[option.name], "\(option.name)")]
      #expect(try identity(["--\(option.name)"] + value) != identity([]), "\(option.name)")
    }
  }

  @Test("is that of the same run with another number of threads, and other messages")
  func harmlessOption() throws {
    let harmless = Self.description.options.filter { !$0.changesResults }.map(\.name)
    #expect(
      harmless == ["checkpoint", "jobs", "allow-rejects", "require", "quiet", "summary", "verbose"]
    )
    let text = try saved(["file": "1", "outputSize": "5", "isWhole": "true"])
    try directory.write(text, to: "checkpoint")
    try directory.write("whole", to: "results.partial")
    let run = score(["--allow-rejects", "9", "-j", "2", "--verbose"])
    #expect(run.status == .done)
  }

  @Test(
    "of a run over other contents is refused, also if the file has the same name and size",
    arguments: ["histories.jsonl", "catalog.json"]
  )
  func otherContents(name: String) throws {
    try directory.write(Samples.text("catalog.json"), to: "catalog.json")
    let arguments = ["--catalog", directory.path("catalog.json")]
    let text = try saved([:], arguments)
    try directory.write(text, to: "checkpoint")
    let contents = try directory.read(name)
    let other = contents.replacing("basic", with: "bazic", maxReplacements: 1)
    #expect(other != contents && other.utf8.count == contents.utf8.count)
    try directory.write(other, to: name)
    let run = score(arguments, catalog: [])
    #expect(run.status == .badData)
    #expect(run.errors.hasPrefix("checkpoint: error: this is the checkpoint of another run: "))
  }

  @Test("of a run over a long file is refused if a byte of the file has changed since")
  func editedLongFile() throws {
    var lines = String(repeating: ScoreSamples.bob + "\n", count: 40_000)
    #expect(lines.utf8.count > 1 << 20)
    try directory.write(lines, to: "histories.jsonl")
    let before = try identity([], directory.path("histories.jsonl"))
    #expect(try identity([], directory.path("histories.jsonl")) == before)
    lines = lines.replacing("bob", with: "bib", maxReplacements: 1)
    try directory.write(lines, to: "histories.jsonl")
    #expect(try identity([], directory.path("histories.jsonl")) != before)
  }

  @Test("contains no customer and no key")
  func personalData() throws {
    let catalog = ["--catalog", Samples.path("catalog.json")]
    let text = try saved([:], catalog + ["--customer", "alice", "--pseudonymize", "secret"])
    #expect(text.contains("\"job\": \""))
    #expect(!text.contains("alice"))
    #expect(!text.contains("secret"))
  }

  @Test("needs inputs that can be read again", arguments: ["--catalog", "--rules", "HISTORIES"])
  func inputs(name: String) throws {
    try directory.write(ScoreSamples.alice, to: "histories.jsonl")
    var arguments = ["score"]
    arguments += name == "HISTORIES" ? ["-"] : [directory.path("histories.jsonl")]
    arguments += ["--catalog", name == "--catalog" ? "-" : Samples.path("catalog.json")]
    if name == "--rules" { arguments += ["--rules", "-"] }
    let input =
      try name == "--catalog"
      ? Samples.text("catalog.json") : CommandRun(["print", "rules", "AppStore"]).output
    let run = CommandRun(arguments + files, on: InMemoryConsole(input: input))
    let message =
      "option '--checkpoint' needs a file to read: standard input cannot be read again"
    #expect(run == .wrongUsage(of: "winback score", message))
    #expect(try directory.names() == ["histories.jsonl"])
  }

  @Test("needs a file that can be gone on with")
  func device() throws {
    try directory.write(ScoreSamples.alice, to: "histories.jsonl")
    let run = ScoreSamples.score(
      "histories.jsonl",
      in: directory,
      ["--checkpoint", directory.path("checkpoint"), "--output", "/dev/null"]
    )
    let message = "cannot create '/dev/null': expected a file, which a later run can continue"
    #expect(run == CommandRun(status: .cannotCreate, errors: "winback: error: \(message)\n"))
  }

  /// Returns the identity of a run with some arguments; values called `file` are the path of a file.
  private func identity(
    _ arguments: [String],
    _ histories: String = Samples.path("alice.json")
  ) throws -> String {
    let file = Samples.path("catalog.json")
    let parsed = try ArgumentParser.parse(
      [histories, "-c", file] + arguments.map { $0 == "file" ? file : $0 },
      for: Self.description
    )
    var identity = RunIdentity()
    try identity.add(parsed, besides: .asOf)
    return identity.text
  }

  private func score(
    _ arguments: [String] = [],
    catalog: [String] = ["--catalog", Samples.path("catalog.json")]
  ) -> CommandRun {
    ScoreSamples.score("histories.jsonl", in: directory, catalog: catalog, files + arguments)
  }

  /// Returns the checkpoint that a run over a line that can be read, and one that cannot, has at its
  /// start, with other values for some keys.
  private func saved(
    _ changes: [String: String],
    _ arguments: [String] = ["--catalog", Samples.path("catalog.json")],
    meanwhile act: @escaping @Sendable () -> Void = {}
  ) throws -> String {
    try directory.write("\(ScoreSamples.alice)\n?\n", to: "histories.jsonl")
    // The message about the bad line comes while the run goes on.
    let arguments = arguments + ["--quiet", "--allow-rejects", "1"]
    return try Self.changing(changes, in: checkpoints(arguments, meanwhile: act).first ?? "")
  }

  /// Returns the checkpoints that a run over the histories has while it writes messages, from the first
  /// to the last one.
  private func checkpoints(
    _ arguments: [String],
    meanwhile act: @escaping @Sendable () -> Void = {}
  ) throws -> [String] {
    let found = Mutex<[String]>([])
    let sink = WatchingSink {
      if let text = try? directory.read("checkpoint") { found.withLock { $0.append(text) } }
      act()
    }
    let catalog =
      arguments.contains("--catalog")
      ? [] : ["--verbose", "--catalog", Samples.path("catalog.json")]
    let run = CommandRun(
      ["score", directory.path("histories.jsonl"), "--as-of", ScoreSamples.instant] + files
        + catalog + arguments,
      on: InMemoryConsole(tellingTo: sink)
    )
    #expect(run.status == .done)
    return found.withLock { $0 }
  }

  private static func changing(_ changes: [String: String], in text: String) throws -> String {
    var text = text
    for (key, value) in changes {
      let member = try Regex("\"\(key)\": (\\[\\]|[a-z0-9]+)")
      text.replace(member, with: "\"\(key)\": \(value)")
    }
    return text
  }

  /// A checkpoint, with other values for some keys.
  private static func json(_ changes: [String: String]) -> String {
    let numbers = EvidenceTally.Count.allCases.map { "\"\($0)\": 0" }
    let names = ["unknownProducts", "unknownGroups"].map { "\"\($0)\": {}" }
    let evidence = "{\((numbers + names).joined(separator: ", "))}"
    let members = [
      ("job", "\"\""), ("process", "1"), ("since", "0"), ("isWhole", "false"),
      ("asOf", "0"), ("inputOffset", "0"), ("outputSize", "0"), ("rejectsSize", "0"),
      ("lines", "0"), ("blankLines", "0"), ("customers", "0"), ("repeated", "0"),
      ("continuations", "0"), ("undecided", "0"), ("skippedRows", "{}"),
      ("file", "0"), ("fileLines", "0"), ("others", "0"), ("rows", "0"), ("rejectedRows", "0"),
      ("otherRows", "0"),
      ("results", "0"), ("rejected", "0"), ("eligible", "[0]"), ("undetermined", "[0]"),
      ("evidence", evidence), ("found", "[]"),
    ]
    return "{"
      + members.map { "\"\($0)\": \(changes[$0] ?? $1)" }.joined(separator: ", ") + "}"
  }
}

/// Looks at something whenever anything is written.
private struct WatchingSink: ByteSink {
  let look: @Sendable () -> Void

  func write(_ bytes: Span<UInt8>) throws(SystemError) { look() }
}
