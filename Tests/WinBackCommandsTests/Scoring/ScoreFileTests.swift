import Foundation
import Testing
import WinBackFiles

@Suite("Files of score")
struct ScoreFileTests {
  private let directory = TemporaryDirectory()

  @Test("are replaced once all is written, and stay as they were when the input fails")
  func replaced() throws {
    try directory.write("before\n", to: "results.jsonl")
    try directory.write("before\n", to: "rejects.jsonl")
    let arguments = [
      "--output", directory.path("results.jsonl"), "--rejects", directory.path("rejects.jsonl"),
    ]
    try directory.write("[\n{\n}\n,{}]", to: "histories.jsonl")
    #expect(ScoreSamples.score("histories.jsonl", in: directory, arguments).status == .badData)
    #expect(try directory.read("results.jsonl") == "before\n")
    #expect(try directory.read("rejects.jsonl") == "before\n")

    try directory.write(ScoreSamples.alice + "\n?\n", to: "histories.jsonl")
    #expect(ScoreSamples.score("histories.jsonl", in: directory, arguments).status == .badData)
    #expect(try directory.read("results.jsonl").hasPrefix(#"{"customerId":"alice","#))
    #expect(try directory.read("rejects.jsonl").hasPrefix(#"{"line":2,"#))
    #expect(try directory.names() == ["histories.jsonl", "rejects.jsonl", "results.jsonl"])
  }

  @Test("that cannot be opened or created are told with the reason")
  func refused() throws {
    let run = ScoreSamples.score("histories.jsonl", in: directory)
    let errors = "winback: error: cannot open 'histories.jsonl': no such file\n"
    #expect(run == CommandRun(status: .cannotOpen, errors: errors))
    try directory.write(ScoreSamples.alice, to: "histories.jsonl")
    for option in ["--output", "--rejects"] {
      let run = ScoreSamples.score("histories.jsonl", in: directory, [option, "/nowhere/file"])
      #expect(run.status == .cannotCreate)
      #expect(
        run.errors
          == "winback: error: cannot create '/nowhere/file': its directory does not exist\n"
      )
    }
    #expect(try directory.names() == ["histories.jsonl"])
  }

  @Test(
    "that are full end the run with status 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
    arguments: ["--output", "--rejects"]
  )
  func full(option: String) throws {
    try directory.write("\(ScoreSamples.alice)\n?\n", to: "histories.jsonl")
    let other = option == "--output" ? "--rejects" : "--output"
    let run = ScoreSamples.score(
      "histories.jsonl",
      in: directory,
      [option, "/dev/full", other, directory.path("other")]
    )
    #expect(run.status == .inputOutput)
    #expect(run.errors == "winback: error: cannot write to '/dev/full': no space left on device\n")
    #expect(try directory.names() == ["histories.jsonl"])
  }

  @Test(
    "are no matter to standard output, which ends the run when it is full",
    arguments: [
      (
        FailingStream.fullDisk, ["--rejects", "rejects"], WinBackFiles.ExitStatus.inputOutput,
        "winback: error: cannot write to standard output: no space left on device\n", []
      ),
      // When nobody reads it, a run goes on for the sake of something else.
      (.brokenPipe, [], .done, "", []),
      (.brokenPipe, ["--rejects", "rejects"], .done, "", ["rejects"]),
      (
        .brokenPipe, ["--require", "customers=2"], .checkFailed,
        "<standard input>: error: expected at least 2 customers, found 1\n", []
      ),
      (.brokenPipe, ["--rejects", "-", "--output", "results"], .done, "", ["results"]),
    ] as [(FailingStream, [String], WinBackFiles.ExitStatus, String, [String])]
  )
  func standardOutput(
    stream: FailingStream,
    arguments: [String],
    status: WinBackFiles.ExitStatus,
    errors: String,
    names: [String]
  ) throws {
    let rejectsHere = arguments.contains("-")
    let run = CommandRun(
      [
        "score", "-", "--catalog", Samples.path("catalog.json"), "--quiet", "--allow-rejects", "1",
      ] + arguments.map { ["rejects", "results"].contains($0) ? directory.path($0) : $0 },
      on: InMemoryConsole(
        input: ScoreSamples.alice + (rejectsHere ? "\n?\n" : ""),
        writingTo: stream
      )
    )
    #expect(run.status == status)
    if !rejectsHere { #expect(run.errors == errors) }
    #expect(try directory.names() == names)
  }

  @Test("that break off are told, after what came before has been written")
  func brokenOff() {
    let input = PiecemealSource(
      ContiguousArray(String(repeating: ScoreSamples.bob + "\n", count: 60_000).utf8),
      pieceSize: 100_000,
      endingWith: SystemError(code: 5)
    )
    let run = CommandRun(
      ["score", "-", "--catalog", Samples.path("catalog.json"), "--jobs", "3"],
      on: InMemoryConsole(reading: input)
    )
    #expect(run.status == .inputOutput)
    #expect(run.errors == "winback: error: cannot read standard input: input/output error\n")
    #expect(run.evidence.isEmpty)
    // Two blocks of a MiB are whole.
    #expect(run.output.split(separator: "\n").count == 2 << 20 / (ScoreSamples.bob.utf8.count + 1))
  }
}
