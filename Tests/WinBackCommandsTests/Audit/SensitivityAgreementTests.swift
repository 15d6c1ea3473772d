import Foundation
import Testing
import WinBack
import WinBackCommands
import WinBackFormats

/// `winback audit --sensitivity` against `winback score` under each alternative.
@Suite("Sensitivity and score")
struct SensitivityAgreementTests {
  @Test("count the same lists that change", arguments: ConformanceHistories.carried.prefix(3))
  func conformance(histories: ConformanceHistories) throws {
    let common = [
      histories.path("histories.jsonl"), "--catalog", histories.path("catalog.json"), "--as-of",
      "2024-08-31", "--quiet",
    ]
    let base = try lists(common)
    let run = CommandRun(["audit", "--sensitivity", "--json"] + common)
    try #require(run.status == .done, "\(run.errors)")
    let found = try JSONDecoder().decode(Found.self, from: Data(run.output.utf8))
    let policies = try CheckedRuleSet.appStore().ruleSet.policies
    #expect(found.customers == base.count)
    #expect(found.policies.count == policies.count)
    for policy in found.policies {
      for alternative in policy.alternatives {
        let other = try lists(common + ["--policy", "\(policy.policy)=\(alternative.value)"])
        let changed = base.keys.filter { base[$0] != other[$0] }
        #expect(alternative.customers == changed.count, "\(policy.policy)=\(alternative.value)")
      }
    }
  }

  /// The lines of each customer.
  private func lists(_ arguments: [String]) throws -> [String: [String]] {
    let run = CommandRun(["score"] + arguments)
    try #require(run.status == .done)
    var lists: [String: [String]] = [:]
    for line in run.output.split(separator: "\n") {
      let scored = try JSONDecoder().decode(Scored.self, from: Data(line.utf8))
      lists[scored.customerId, default: []].append(
        ([scored.subscriptionGroupIdentifier] + scored.eligibleWinBackOfferIDs)
          .joined(separator: " ")
      )
    }
    return lists
  }

  private struct Scored: Decodable {
    let customerId: String
    let subscriptionGroupIdentifier: String
    let eligibleWinBackOfferIDs: [String]
  }

  private struct Found: Decodable {
    struct Policy: Decodable {
      struct Alternative: Decodable {
        let value: String
        let customers: Int
      }

      let policy: String
      let alternatives: [Alternative]
    }

    let customers: Int
    let policies: [Policy]
  }
}
