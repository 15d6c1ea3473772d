import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("Score of lines that begin like one another")
struct ScoreCompanyTests {
  /// A rejected line, without its place in the file.
  private struct Reject: Decodable, Hashable {
    let column: Int
    let reason: String
    let text: String?
    let base64: String?
  }

  private struct Scored: Equatable {
    var results: [String]
    var rejects: [Reject]
  }

  @Test("gives the same results and refusals on any number of threads, and alone")
  func company() throws {
    for seed: UInt64 in 1...2 {
      var source = RandomHistoryLines(seed: seed)
      let lines = (0..<40).map { _ in source.next() }
      let text = lines.joined(separator: "\n") + "\n"
      let whole = try score(text, ["--jobs", "1"])
      #expect(!whole.results.isEmpty && !whole.rejects.isEmpty)
      #expect(try score(text, ["--jobs", "3"]) == whole, "seed \(seed)")

      var alone = Scored(results: [], rejects: [])
      for line in lines {
        let one = try score(line, [])
        alone.results += one.results
        alone.rejects += one.rejects
      }
      #expect(alone == whole, "seed \(seed)")
    }
  }

  @Test("reads an ordinary price behind one that begins it")
  func prices() throws {
    let history = #"""
      {"customerId":"a","transactions":[\#
      {"productId":"basic.monthly","purchaseDate":1704067200000,"expiresDate":1706745600000,\#
      "price":999,"storefront":"USA"},\#
      {"productId":"basic.monthly","purchaseDate":1706745600000,"expiresDate":1709424000000,\#
      "price":9990,"storefront":"USA"}]}
      """#
    let scored = try score(history, [])
    #expect(scored.rejects.isEmpty)
    #expect(scored.results.count == 1)
  }

  private func score(_ text: String, _ options: [String]) throws -> Scored {
    try TemporaryDirectory.with { directory in
      try directory.write(text, to: "histories.jsonl")
      let rejects = directory.path("rejects.jsonl")
      let run = ScoreSamples.score(
        "histories.jsonl",
        in: directory,
        ["--quiet", "--allow-rejects", "100%", "--rejects", rejects] + options
      )
      #expect(run.status == .done, "\(run.errors)")
      return Scored(
        results: run.output.split(separator: "\n").map(String.init),
        rejects: try directory.read("rejects.jsonl").decodedLines(as: Reject.self)
      )
    }
  }
}
