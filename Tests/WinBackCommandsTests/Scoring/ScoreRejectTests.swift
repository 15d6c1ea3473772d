import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("Lines that score cannot read")
struct ScoreRejectTests {
  private let directory = TemporaryDirectory()

  private static let bad = #"{"customerId":1}"#
  private static let reason = "expected a string, found a number"

  @Test("are told with their place, counted and kept, and the others are scored")
  func kept() throws {
    let input = "\u{FEFF}\(ScoreSamples.bob)\r\n\n\(Self.bad)\r\n{\n\(ScoreSamples.alice)\né\u{1}"
    try directory.write(input, to: "histories.jsonl")
    let run = ScoreSamples.score(
      "histories.jsonl",
      in: directory,
      ["--rejects", directory.path("rejects.jsonl"), "--output", directory.path("results.jsonl")]
    )
    #expect(run.status == .badData)
    #expect(run.output == "")
    #expect(
      run.errors == """
        histories.jsonl:3:15: error: \(Self.reason) (at customerId)
        histories.jsonl:4:2: error: expected a key in double quotes or '}', found the end of the line
        histories.jsonl:6:1: error: expected a value, found 'é'
        6 lines read: 2 scored, 3 rejected, 1 blank
        2 lines of results
        eligible for basic_1m_free  1
        histories.jsonl: error: expected at most 0 rejected lines, found 3 of 5

        """
    )
    let rejects = try directory.read("rejects.jsonl")
    #expect(
      rejects == #"""
        {"line":3,"column":15,"offset":44,"reason":"\#(Self.reason) (at customerId)","text":"{\"customerId\":1}\r"}
        {"line":4,"column":2,"offset":62,"reason":"expected a key in double quotes or '}', found the end of the line","text":"{"}
        {"line":6,"column":1,"offset":\#(input.utf8.count - 3),"reason":"expected a value, found 'é'","text":"é\u0001"}

        """#
    )
    let results = try directory.read("results.jsonl")
    #expect(results.split(separator: "\n").count == 2)
    #expect(try directory.names() == ["histories.jsonl", "rejects.jsonl", "results.jsonl"])
  }

  @Test("come in the order of the input, whatever is wrong with them")
  func order() throws {
    let contradiction = #"""
      {"customerId":"a","transactions":[\#
      {"transactionId":"1","productId":"basic.monthly","purchaseDate":"2024-01-01T00:00:00Z",\#
      "expiresDate":"2024-02-01T00:00:00Z"},\#
      {"transactionId":"1","productId":"basic.monthly","purchaseDate":"2024-03-01T00:00:00Z",\#
      "expiresDate":"2024-04-01T00:00:00Z"}]}
      """#
    let lines = [contradiction, "?", ScoreSamples.bob, contradiction, "?", "?", contradiction]
    let rejects = directory.path("rejects.jsonl")
    let run = ScoreSamples.score(lines.joined(separator: "\n"), ["--rejects", rejects])
    let places = run.errors.split(separator: "\n").prefix(5).map { $0.prefix(18) }
    #expect(places == [1, 2, 4, 5, 6].map { "<standard input>:\($0)" })
    let kept = try directory.rejects().map(\.line)
    #expect(kept == [1, 2, 4, 5, 6, 7])
  }

  @Test("are kept to the byte, also where they are not text")
  func bytes() throws {
    let url = URL(filePath: directory.path("histories.jsonl"))
    let lines: [[UInt8]] = [[0xFF], [0xFF, 0xFE], [0xFF, 0xFE, 0xFD], [0x7B, 0, 0x80, 0xFF]]
    try Data(lines.joined(separator: [0x0A])).write(to: url)
    let rejects = directory.path("rejects.jsonl")
    _ = ScoreSamples.score("histories.jsonl", in: directory, ["--rejects", rejects])
    let kept = try directory.read("rejects.jsonl").decodedLines(as: Bytes.self)
    #expect(kept.map(\.base64) == lines.map { Data($0) })
  }

  private struct Bytes: Decodable {
    let base64: Data
  }

  @Test("are told of up to five, and counted all")
  func first() {
    let text = String(repeating: "?\n", count: 1_234) + ScoreSamples.bob
    let run = ScoreSamples.score(text, ["--quiet", "--offer", "basic_1m_free"])
    let expected =
      (1...5).map { "<standard input>:\($0):1: error: expected a value, found '?'\n" }.joined()
      + "<standard input>: error: expected at most 0 rejected lines, found 1 234 of 1 235\n"
    #expect(run == CommandRun(status: .badData, errors: expected))
  }

  @Test(
    "are no failure up to what is allowed",
    arguments: [
      ("0", false), ("1", false), ("2", true), ("100", true), ("0%", false), ("49.9%", false),
      ("50%", true), ("100%", true),
    ]
  )
  func allowance(amount: String, isEnough: Bool) {
    let input = "?\n\n\(ScoreSamples.bob)\n?\n\n\(ScoreSamples.bob)\n"
    let run = ScoreSamples.score(input, ["--allow-rejects", amount])
    #expect(run.status == (isEnough ? .done : .badData))
    let last = "expected at most \(amount) rejected lines, found 2 of 4\n"
    #expect(run.errors.hasSuffix(isEnough ? "eligible for basic_1m_free  0\n" : last))
  }

  @Test("have their number and offset in any block, whatever the number of threads")
  func blocks() throws {
    let (lines, rejects) = Self.lines(seed: 7, size: 3 << 20)
    let scored = lines.filter { $0.contains("transactions") }.count
    let blank = lines.filter(\.isEmpty).count
    try directory.write(lines.joined(separator: "\n") + "\n", to: "histories.jsonl")
    var first: CommandRun?
    for threads in ["1", "3"] {
      let run = ScoreSamples.score(
        "histories.jsonl",
        in: directory,
        ["--jobs", threads, "--rejects", directory.path("rejects.jsonl")]
      )
      #expect(run == first ?? run, "\(threads) threads")
      first = run
      #expect(try directory.rejects() == rejects, "\(threads) threads")
    }
    let run = try #require(first)
    #expect(run.output.split(separator: "\n").count == scored)
    #expect(
      run.errors.contains(
        """
        \(lines.count) lines read: \(scored) scored, \(rejects.count) rejected, \(blank) blank
        \(scored) lines of results
        eligible for basic_1m_free  \(scored)

        """
      )
    )
  }

  @Test("are not the lines of a history that is laid out over several")
  func layout() throws {
    let alice = try Samples.text("alice.json")
    let run = ScoreSamples.score(alice)
    #expect(run.output == ScoreSamples.score(ScoreSamples.alice).output)
    #expect(run.errors.hasPrefix("1 customer scored\n1 line of results\n"))
    for (text, fault) in [
      (
        "\u{FEFF}\n" + alice + alice,
        "13:1: error: expected the end of the file after the value, found '{'"
      ),
      (
        "[\n\(ScoreSamples.alice),\n\(ScoreSamples.bob)\n]",
        "1:1: error: expected an object, found an array; write one object on each line"
      ),
    ] {
      let expected = CommandRun(status: .badData, errors: "<standard input>:\(fault)\n")
      #expect(ScoreSamples.score(text) == expected)
    }
    // Behind a good line such a history is bad lines.
    let mixed = ScoreSamples.score(ScoreSamples.bob + "\n" + alice)
    #expect(mixed.errors.contains(" lines read: 1 scored, "))
  }

  /// Good lines, bad ones, blank ones and long ones, and the bad ones with their places.
  private static func lines(seed: UInt64, size: Int) -> (lines: [String], rejects: [Reject]) {
    var generator = SplitMix64(seed: seed)
    var lines: [String] = []
    var rejects: [Reject] = []
    var offset = 0
    while offset < size {
      let line =
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: "?"
        case 1: ""
        case 2: "{" + String(repeating: " ", count: size / 50)
        default: ScoreSamples.alice(named: "\(lines.count)")
        }
      lines.append(line)
      if !line.isEmpty, !line.contains("transactions") {
        rejects.append(Reject(line: lines.count, offset: offset, text: line))
      }
      offset += line.utf8.count + 1
    }
    return (lines, rejects)
  }
}

/// A line of the file of rejected lines.
private struct Reject: Decodable, Equatable {
  let line: Int
  let offset: Int
  let text: String
}

extension TemporaryDirectory {
  /// The lines of the file of rejected lines.
  fileprivate func rejects() throws -> [Reject] {
    try read("rejects.jsonl").decodedLines(as: Reject.self)
  }
}
