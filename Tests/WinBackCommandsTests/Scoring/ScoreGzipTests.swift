import Foundation
import Testing
import WinBackCommands

@Suite(
  "Gzipped histories",
  .enabled(if: ShellProcess.path(of: "gzip") != nil, "needs gzip")
)
struct ScoreGzipTests {
  private static let histories = String(
    repeating: ScoreSamples.alice + "\n" + ScoreSamples.bob + "\n",
    count: 200
  )

  @Test("are scored like others, also where two files were put together")
  func scored() throws {
    try inDirectory { directory, compressed in
      try directory.write(Self.histories, to: "histories.jsonl")
      let expected = ScoreSamples.score("histories.jsonl", in: directory)
      try compressed.write(to: URL(filePath: directory.path("histories.jsonl.gz")))
      #expect(ScoreSamples.score("histories.jsonl.gz", in: directory) == expected)
      try (compressed + compressed).write(to: URL(filePath: directory.path("twice.gz")))
      let twice = ScoreSamples.score("twice.gz", in: directory)
      #expect(twice.output == expected.output + expected.output)
    }
  }

  @Test("that are damaged, cut off or none at all end the run, and no line is blamed")
  func damaged() throws {
    try inDirectory { directory, compressed in
      var changed = compressed
      changed[changed.count / 2] ^= 0xFF
      for (name, data) in [
        ("cut.gz", compressed.dropLast(9)), ("changed.gz", changed),
        ("none.gz", Data(Self.histories.utf8)),
      ] {
        try data.write(to: URL(filePath: directory.path(name)))
        let run = ScoreSamples.score(name, in: directory, ["--output", directory.path("results")])
        let message =
          "\(name): error: gzip cannot decompress it (status 1); 'gzip --test' tells why\n"
        #expect(run == CommandRun(status: .badData, output: "", errors: message))
        #expect(!(try directory.names().contains("results")))
      }
    }
  }

  private func inDirectory(_ body: (TemporaryDirectory, Data) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      try directory.write(Self.histories, to: "plain")
      let gzip = try ShellProcess(
        #require(ShellProcess.path(of: "gzip")),
        [directory.path("plain")]
      )
      try #require(gzip.status == 0)
      try body(directory, Data(contentsOf: URL(filePath: directory.path("plain.gz"))))
    }
  }
}
