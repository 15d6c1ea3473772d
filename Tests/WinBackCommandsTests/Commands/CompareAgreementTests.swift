import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("What compare counts")
struct CompareAgreementTests {
  private struct Comparison: Decodable {
    struct Offer: Decodable {
      struct Cause: Decodable { let count: Int }
      let offerId: String
      let before: Int
      let after: Int
      let gained: [Cause]
      let lost: [Cause]
    }
    struct Cohort: Decodable {
      let customers: Int
      let changed: Int
      let offers: [Offer]
    }
    let cohort: Cohort
  }

  private func lists(
    _ folder: String,
    _ catalog: String,
    _ policy: String
  ) throws -> [String: [String]] {
    let run = CommandRun([
      "score", PackageFiles.path("Examples/\(folder)/customers.jsonl"), "-c", catalog,
      "--as-of", "2025-06-01T00:00:00Z", "--policy", policy,
    ])
    var lists: [String: [String]] = [:]
    for result in try run.output.decodedLines(as: ScoredLine.self) {
      lists[result.customerId, default: []] += result.eligibleWinBackOfferIDs
    }
    return lists
  }

  @Test(
    "is what score counts of each side",
    arguments: ["DestinationVideo", "Planning", "TwelveCustomers"],
    [
      ("\"minimum\": 2", "\"minimum\": 1", "timeZone=UTC"),
      ("\"maximum\": 24", "\"maximum\": 4", "timeZone=UTC"),
      ("InMonths\": 3", "InMonths\": 1", "timeZone=+09:00"),
      ("\"NORMAL\"", "\"HIGH\"", "freeService=counted"),
    ] as [(String, String, String)]
  )
  func agreement(folder: String, change: (old: String, new: String, policy: String)) throws {
    let catalog = PackageFiles.url("Examples/\(folder)/catalog.json")
    try TemporaryDirectory.with { directory in
      let changed = try String(contentsOf: catalog, encoding: .utf8)
        .replacing(change.old, with: change.new)
      try directory.write(changed, to: "catalog.json")
      let run = CommandRun([
        "compare", "--from", catalog.path, "--to", directory.path("catalog.json"),
        PackageFiles.path("Examples/\(folder)/customers.jsonl"), "--as-of", "2025-06-01T00:00:00Z",
        "--from", "timeZone=UTC", "--to", change.policy, "--json",
      ])
      #expect(run.status == .done)
      let cohort = try run.output.decoded(as: Comparison.self).cohort
      let before = try lists(folder, catalog.path, "timeZone=UTC")
      let after = try lists(folder, directory.path("catalog.json"), change.policy)
      #expect(cohort.customers == before.count)
      #expect(cohort.changed == before.count { after[$0.key] != $0.value })
      for offer in cohort.offers {
        func holders(_ lists: [String: [String]]) -> Set<String> {
          Set(lists.filter { $0.value.contains(offer.offerId) }.keys)
        }
        let (old, new) = (holders(before), holders(after))
        #expect(offer.before == old.count)
        #expect(offer.after == new.count)
        #expect(offer.gained.reduce(0) { $0 + $1.count } == new.subtracting(old).count)
        #expect(offer.lost.reduce(0) { $0 + $1.count } == old.subtracting(new).count)
      }
    }
  }
}
