import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("Whose screen changes")
struct ScreenComparisonTests {
  private func path(_ name: String) -> String { PackageFiles.path("Examples/Paywall/\(name)") }

  private func compare(_ arguments: [String]) -> CommandRun {
    CommandRun(
      ["compare", "--from", path("catalog.json"), "--as-of", "2025-03-01", "--quiet"] + arguments
    )
  }

  private struct Comparison: Decodable {
    struct Shown: Decodable, Hashable {
      let show: String
      let productId: String?
      let offerId: String?
    }
    struct Change: Decodable, Equatable {
      let from: Shown?
      let to: Shown?
      let count: Int
      let samples: [String]
    }
    struct Count: Decodable, Equatable {
      let show: String
      let before: Int
      let after: Int
    }
    struct Merchandising: Decodable {
      let timelines: Int
      let changed: Int
      let shown: [Count]
      let changes: [Change]
    }
    struct Cohort: Decodable {
      let changed: Int
      let merchandising: Merchandising?
    }
    let cohort: Cohort
  }

  private struct Line: Decodable {
    let customerId: String
    let merchandising: Comparison.Shown
  }

  /// What `score` tells of each customer.
  private func screens(_ arguments: [String]) throws -> [String: Comparison.Shown] {
    let run = CommandRun(
      [
        "score", path("customers.jsonl"), "--as-of", "2025-03-01", "--merchandising", "--quiet",
      ] + arguments
    )
    #expect(run.status == .done, "\(run.errors)")
    return try Dictionary(
      uniqueKeysWithValues: run.output.decodedLines(as: Line.self).map {
        ($0.customerId, $0.merchandising)
      }
    )
  }

  @Test(
    "is what score tells of each side (M1)",
    arguments: [
      ["--to", "introductoryHistory=everSubscribed"],
      ["--to", "gapTolerance=none"],
      ["--to", "our-paywall.winback.json"],
      ["--to", "our-paywall.winback.json", "--to", "firstOffer=introductory"],
    ]
  )
  func agreement(change: [String]) throws {
    let change = change.map { $0.hasSuffix(".json") ? path($0) : $0 }
    let run = compare(change + ["--merchandising", "--json", path("customers.jsonl")])
    #expect(run.status == .done, "\(run.errors)")
    let cohort = try run.output.decoded(as: Comparison.self).cohort
    let found = try #require(cohort.merchandising)
    let catalog = ["--catalog", path("catalog.json")]
    let before = try screens(catalog)
    let after = try screens(
      catalog
        + change.filter { $0 != "--to" }.flatMap { value in
          value.hasSuffix("winback.json")
            ? ["--rules", path("our-paywall.rules.json")] : ["--policy", value]
        }
    )
    #expect(found.timelines == before.count)
    #expect(found.changed == before.count { after[$0.key] != $0.value })
    for count in found.shown {
      #expect(count.before == before.values.count { $0.show == count.show })
      #expect(count.after == after.values.count { $0.show == count.show })
    }
    for change in found.changes {
      let customers = before.keys.filter { before[$0] == change.from && after[$0] == change.to }
      #expect(change.count == customers.count)
      #expect(Set(change.samples).isSubset(of: customers))
      #expect(change.from != change.to)
    }
  }

  @Test("is told with counts and examples, also where no offer is gained or lost")
  func text() {
    let run = compare([
      path("customers.jsonl"), "--merchandising", "--to",
      "introductoryHistory=everSubscribed",
    ])
    #expect(run.status == .done)
    #expect(
      run.output
        == """
        no offer reaches other customers than before

        \(path("customers.jsonl")), as of 1 March 2025: 0 of 7 customers changed

          shown                                    before  after
          nothing                                       2      2
          the introductory offer of basic.monthly       2      1
          the win-back offer basic_1m_free              1      2
          the plain prices                              1      1
          not known                                     1      1

          shown something else: 1 of 7 timelines
            1 the introductory offer of basic.monthly → the win-back offer basic_1m_free: fay

        """
    )
  }

  @Test("counts a group that one side does not know as nothing shown there")
  func group() throws {
    let directory = TemporaryDirectory()
    let catalog = try String(contentsOfFile: path("catalog.json"), encoding: .utf8)
    try directory.write(catalog.replacing("basic.monthly", with: "other.monthly"), to: "other.json")
    let run = compare([
      path("customers.jsonl"), "--merchandising", "--json", "--to", directory.path("other.json"),
    ])
    #expect(run.status == .done, "\(run.errors)")
    let cohort = try run.output.decoded(as: Comparison.self).cohort
    let changes = try #require(cohort.merchandising).changes
    let gone = changes.filter { $0.to == nil }
    #expect(gone.reduce(0) { $0 + $1.count } == 6)
    #expect(changes.allSatisfy { $0.from != nil })
  }

  @Test(
    "is asked by '--merchandising', of customers",
    arguments: [
      (["--merchandising", "--to", "gapTolerance=none"], "'--merchandising' needs 'HISTORIES'")
    ]
  )
  func usage(arguments: [String], message: String) {
    #expect(compare(arguments) == .wrongUsage(of: "winback compare", "option \(message)"))
  }
}
