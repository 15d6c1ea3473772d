import Foundation
import TestSupport
import Testing
import WinBackFiles

/// `winback score` against `winback evaluate`, which walk the same road to the end of it.
@Suite("Score and evaluate")
struct ScoreAgreementTests {
  private let directory = TemporaryDirectory()

  /// The catalog of the example, which has several offers.
  private static let catalog = PackageFiles.path("Examples/DestinationVideo/catalog.json")

  @Test(
    "say the same of the customers of the conformance data",
    arguments: zip(
      ConformanceHistories.carried.prefix(TestBuild.isOptimized ? 3 : 1),
      ["2023-06-30T12:00:00Z", "2024-02-29", "2025-06-01"]
    )
  )
  func conformance(histories: ConformanceHistories, instant: String) throws {
    try expectAgreement(histories.arguments + ["--as-of", instant])
  }

  @Test(
    "say the same of all customers of the conformance data",
    .enabled(if: !ConformanceHistories.shared.isEmpty, "needs ../shared or WINBACK_SHARED"),
    .enabled(if: TestBuild.isOptimized, "an optimized build asks for the whole data"),
    arguments: ConformanceHistories.shared
  )
  func allConformance(histories: ConformanceHistories) throws {
    try expectAgreement(histories.arguments + ["--as-of", "2024-08-31"])
  }

  @Test("say the same of all samples under each alternative of each policy")
  func policies() throws {
    try directory.write(ScoreSamples.customers(), to: "histories.jsonl")
    for policy in try CheckedRuleSet.appStore().ruleSet.policies {
      for alternative in policy.alternatives {
        try expectAgreement([
          directory.path("histories.jsonl"), "--catalog", Samples.path("catalog.json"), "--as-of",
          "2025-01-15", "--policy", "\(policy.name)=\(alternative.value)",
        ])
      }
    }
  }

  private static let seeds: Range<UInt64> = 0..<(TestBuild.isOptimized ? 60 : 4)

  @Test("say the same of random customers", arguments: seeds)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let lines = (0..<(TestBuild.isOptimized ? 50 : 25)).map {
      RandomCustomer(named: "c\($0)", using: &generator).json
    }
    try directory.write(lines.joined(separator: "\n"), to: "histories.jsonl")
    try expectAgreement([
      directory.path("histories.jsonl"), "--catalog", Self.catalog, "--as-of", "2025-01-15",
    ])
  }

  private func expectAgreement(_ arguments: [String]) throws {
    let evaluated = CommandRun(["evaluate", "--json"] + arguments)
    try #require(evaluated.status == .done)
    let decisions = try evaluated.output.decodedLines(as: EvaluatedLine.self)
    #expect(!decisions.isEmpty)
    let scored = CommandRun(["score", "--details", "--until", "9999-12-31"] + arguments)
    try #require(scored.status == .done)
    let found = try scored.output.decodedLines(as: Scored.self)
    #expect(found == decisions.map(\.scored), "\(arguments)")
    let long = CommandRun(["score", "--long"] + arguments)
    try #require(long.status == .done)
    let rows = long.output.split(separator: "\n").map(String.init)
    #expect(rows.first == EvaluatedLine.header)
    #expect(Array(rows.dropFirst()) == decisions.flatMap(\.rows), "\(arguments)")
  }
}

/// A line of `winback score --details --until DATE`.
private struct Scored: Decodable, Equatable {
  struct Offer: Decodable, Equatable {
    let offerId: String
    let verdict: String
    let failedRules: [String]
    let changesAt: String?
  }

  let customerId: String
  let subscriptionGroupIdentifier: String
  let eligibleWinBackOfferIDs: [String]
  let undeterminedWinBackOfferIDs: [String]?
  let eligibleThrough: [String?]
  let offers: [Offer]
}

extension EvaluatedLine {
  fileprivate static let header =
    "customerId,subscriptionGroupIdentifier,offerId,verdict,failedRule,eligibleFrom,eligibleThrough"

  /// What score should say with an offer on each row.
  fileprivate var rows: [String] {
    let timeline = "\(customerId),\(subscriptionGroupIdentifier)"
    guard !offers.isEmpty else { return ["\(timeline),,,,,"] }
    return offers.map { offer in
      let failed = offer.rules.first { $0.outcome == false }
      let window = offer.windows.first { asOf <= $0.through ?? "9999-12-31T23:59:59.999Z" }
      let fields = [
        timeline, offer.offerId, offer.verdict, failed?.id ?? "", window?.from ?? "",
        window?.through ?? "",
      ]
      return fields.joined(separator: ",")
    }
  }

  /// What score should say.
  ///
  /// Instants of one form are in the order of their text.
  fileprivate var scored: Scored {
    Scored(
      customerId: customerId,
      subscriptionGroupIdentifier: subscriptionGroupIdentifier,
      eligibleWinBackOfferIDs: eligibleWinBackOfferIDs,
      undeterminedWinBackOfferIDs: undeterminedWinBackOfferIDs,
      eligibleThrough: offers.compactMap { offer in
        offer.windows.first { $0.from <= asOf && asOf <= $0.through ?? "9999-12-31T23:59:59.999Z" }
          .map(\.through)
      },
      offers: offers.map { offer in
        Scored.Offer(
          offerId: offer.offerId,
          verdict: offer.verdict,
          failedRules: offer.rules.filter { $0.outcome == false }.map(\.id),
          changesAt: offer.changesAt
        )
      }
    )
  }
}
