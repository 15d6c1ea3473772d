import Foundation
import Testing
import WinBackFiles

@Suite(
  "Gzipped histories",
  .enabled(if: ShellProcess.path(of: "gzip") != nil, "needs gzip")
)
struct ScoreGzipTests {
  private let directory = TemporaryDirectory()

  private static let histories = String(
    repeating: ScoreSamples.alice + String(repeating: " ", count: 5_000) + "\n" + ScoreSamples.bob
      + "\n",
    count: 40
  )

  @Test("are scored like others, also where two files were put together")
  func scored() throws {
    let compressed = try gzip(Self.histories)
    try directory.write(Self.histories, to: "histories.jsonl")
    let expected = ScoreSamples.score("histories.jsonl", in: directory)
    try compressed.write(to: URL(filePath: directory.path("histories.jsonl.gz")))
    let found = ScoreSamples.score("histories.jsonl.gz", in: directory)
    #expect((found.status, found.output) == (expected.status, expected.output))
    #expect(found.errors.replacing(".gz", with: "") == expected.errors)
    try (compressed + compressed).write(to: URL(filePath: directory.path("twice.gz")))
    let twice = ScoreSamples.score("twice.gz", in: directory)
    #expect(twice.output == expected.output + expected.output)
  }

  @Test(
    "are those of every command, whatever the file is called, however short it is, and on standard input",
    arguments: [
      ["evaluate", "HISTORIES", "-c", "CATALOG"], ["score", "HISTORIES", "-c", "CATALOG", "-q"],
      ["forecast", "HISTORIES", "-c", "CATALOG", "-q"],
      ["compare", "HISTORIES", "-q", "--from", "CATALOG", "--to", "waitStart=redemption"],
      ["report", "HISTORIES", "-c", "CATALOG", "-q"], ["convert", "HISTORIES", "--to", "native"],
      ["convert", "CATALOG", "--to", "storekit"], ["lint", "CATALOG"],
    ]
  )
  func everyCommand(arguments: [String]) throws {
    let plain = try [
      "HISTORIES": ScoreSamples.alice, "CATALOG": Samples.text("catalog.json"),
    ]
    for (name, text) in plain {
      try directory.write(text, to: name)
      try gzip(text).write(to: URL(filePath: directory.path("\(name).compressed")))
    }
    let expected = run(arguments) { $0 }
    #expect(expected.status == .done || arguments[0] == "lint")
    #expect(!expected.output.isEmpty)
    for _ in 0..<5 {
      #expect(run(arguments) { "\($0).compressed" } == expected)
    }
    for name in plain.keys.filter(arguments.contains)
    where arguments[0] != "compare" || name == "HISTORIES" {
      let input = try ContiguousArray(
        Data(contentsOf: URL(filePath: directory.path("\(name).compressed")))
      )
      let source = PiecemealSource(input, pieceSize: 7)
      let found = run(arguments, standardInput: source) { $0 == name ? nil : $0 }
      let output = found.output.replacing("<standard input>", with: directory.path(name))
      #expect((found.status, output) == (expected.status, expected.output))
    }
  }

  @Test(
    "that are damaged, cut off or followed by something else end the run, and no line is blamed"
  )
  func damaged() throws {
    let compressed = try gzip(Self.histories)
    var changed = compressed
    changed[changed.count / 2] ^= 0xFF
    var header = compressed
    header[0] ^= 0xFF
    let whole = (81, Self.histories.utf8.count)
    for (name, data, reason, end) in [
      ("cut.gz", compressed.dropLast(9), "unexpected end of file", nil),
      ("changed.gz", changed, nil, nil),
      ("second", compressed + header, "decompression OK, trailing garbage ignored", whole),
      (
        "garbage", compressed + Data("garbage".utf8),
        "decompression OK, trailing garbage ignored", whole
      ),
      ("late", compressed + compressed.dropLast(9), "unexpected end of file", nil),
      (
        "method", Data([0x1F, 0x8B, 9]) + compressed.dropFirst(3),
        "unknown method 9 -- not supported", (1, 0)
      ),
    ] as [(String, Data, String?, (Int, Int)?)] {
      try data.write(to: URL(filePath: directory.path(name)))
      for command in ["score", "forecast", "evaluate"] {
        let run = CommandRun([
          command, directory.path(name), "-c", Samples.path("catalog.json"), "--output",
          directory.path("results"),
        ])
        #expect(run.status == .badData)
        var message = "error: gzip cannot decompress all of it: "
        if let reason { message += "\(reason); " }
        if let end { message = "\(name):\(end.0): \(message)it decompressed \(end.1) bytes\n" }
        #expect(run.errors.contains(message))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!(try directory.names().contains("results")))
      }
    }
  }

  /// Runs a command with other words for those in capitals; nil is standard input.
  private func run(
    _ arguments: [String],
    standardInput: any ByteSource = InMemoryStream(),
    _ name: (String) -> String?
  ) -> CommandRun {
    let words = arguments.map { word in
      guard word.allSatisfy({ $0.isLetter && $0.isUppercase }) else { return word }
      return name(word).map { directory.path($0) } ?? "-"
    }
    return CommandRun(words, on: InMemoryConsole(reading: standardInput)).removing(".compressed")
  }

  private func gzip(_ text: String) throws -> Data {
    try directory.write(text, to: "plain")
    let gzip = try ShellProcess(
      #require(ShellProcess.path(of: "gzip")),
      ["--force", directory.path("plain")]
    )
    try #require(gzip.status == 0)
    return try Data(contentsOf: URL(filePath: directory.path("plain.gz")))
  }
}
