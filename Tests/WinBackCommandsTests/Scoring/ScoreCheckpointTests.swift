import Testing
import WinBackCommands

/// What becomes of a killed run is for Scripts/check-faults to prove.
@Suite("A checkpoint of score")
struct ScoreCheckpointTests {
  private static let arguments = ["--output", "results", "--checkpoint", "checkpoint"]

  @Test("changes nothing of a run that comes to its end, and is gone then")
  func end() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("\(ScoreSamples.alice)\n?\n", to: "histories.jsonl")
      try directory.write("before", to: "results")
      // What a run that had no time to save anything has left behind.
      try directory.write("half", to: "results.partial")
      let run = score(in: directory, ["--rejects", directory.path("rejects")])
      let expected = ScoreSamples.score("histories.jsonl", in: directory)
      #expect(run.status == expected.status)
      #expect(run.errors == expected.errors)
      #expect(try directory.read("results") == expected.output)
      #expect(try directory.names() == ["histories.jsonl", "rejects", "results"])
    }
  }

  @Test(
    "that is none is told with the place of the fault",
    arguments: [
      ("", "checkpoint:1:1: error: expected a value, found the end of the file\n"),
      ("{}", "checkpoint:1:1: error: the key 'job' is missing\n"),
      (
        json(["lines": "-1"]),
        "checkpoint:1:86: error: expected a whole number from 0 to 72057594037927936, found -1 "
          + "(at lines)\n"
      ),
      (
        json(["undetermined": "[]"]),
        "checkpoint:1:210: error: expected 1 numbers, found 0 (at undetermined)\n"
      ),
    ]
  )
  func damaged(text: String, errors: String) throws {
    try TemporaryDirectory.with { directory in
      try directory.write(ScoreSamples.alice, to: "histories.jsonl")
      try directory.write(text, to: "checkpoint")
      #expect(
        score(in: directory) == CommandRun(status: .badData, output: "", errors: errors)
      )
      #expect(try directory.names() == ["checkpoint", "histories.jsonl"])
    }
  }

  @Test("of another run is refused")
  func otherRun() throws {
    try TemporaryDirectory.with { directory in
      try directory.write(ScoreSamples.alice, to: "histories.jsonl")
      try directory.write(Self.json([:]), to: "checkpoint")
      let errors =
        "checkpoint: error: this is the checkpoint of another run: expected the same input, "
        + "catalog, rules, policies and options; remove the file to begin anew\n"
      #expect(
        score(in: directory) == CommandRun(status: .badData, output: "", errors: errors)
      )
    }
  }

  @Test("needs a file that can be gone on with")
  func device() throws {
    try TemporaryDirectory.with { directory in
      try directory.write(ScoreSamples.alice, to: "histories.jsonl")
      let run = ScoreSamples.score(
        "histories.jsonl",
        in: directory,
        ["--checkpoint", directory.path("checkpoint"), "--output", "/dev/null"]
      )
      let message = "cannot create '/dev/null': expected a file, which a later run can go on with"
      #expect(
        run == CommandRun(status: .cannotCreate, output: "", errors: "winback: error: \(message)\n")
      )
    }
  }

  private func score(
    in directory: TemporaryDirectory,
    _ arguments: [String] = []
  ) -> CommandRun {
    ScoreSamples.score(
      "histories.jsonl",
      in: directory,
      [
        "--output", directory.path("results"), "--checkpoint", directory.path("checkpoint"),
      ] + arguments
    )
  }

  /// A checkpoint, with other values for some keys.
  private static func json(_ changes: [String: String]) -> String {
    let members = [
      ("job", "\"\""), ("asOf", "0"), ("inputOffset", "0"), ("outputSize", "0"),
      ("rejectsSize", "0"), ("lines", "0"), ("blankLines", "0"), ("customers", "0"),
      ("results", "0"), ("rejected", "0"), ("skippedTransactions", "0"), ("eligible", "[0]"),
      ("undetermined", "[0]"),
    ]
    return "{"
      + members.map { "\"\($0)\": \(changes[$0] ?? $1)" }.joined(separator: ", ") + "}"
  }
}
