import Foundation
import TestSupport
import Testing
import WinBackAnalysis
import WinBackFiles

/// `winback plan` against `winback score` on catalogs that are edited so.
@Suite("Plan and score")
struct PlanAgreementTests {
  /// Settings as rows of the CSV, without their numbers.
  private static let settings = [
    "1,1,1,", "1,1,24,", "1,1,24,24", "1,2,12,6", "2,3,3,2", "3,1,23,12", "3,2,24,6", "4,2,24,6",
    "6,6,18,", "12,1,24,3", "24,1,24,", "36,1,24,", "60,24,24,24",
  ]

  /// Each group under one of two policies, or under both in an optimized build.
  private static let runs = ConformanceHistories.carried.enumerated().flatMap { place, histories in
    ["timeZone=UTC", "maximumBound=wholeMonths"].enumerated()
      .filter { TestBuild.isOptimized || $0.offset == place % 2 }
      .map { (histories, $0.element) }
  }

  @Test("count the same customers of the conformance data (S2)", arguments: runs)
  func conformance(histories: ConformanceHistories, policy: String) throws {
    let text = try String(contentsOfFile: histories.path("catalog.json"), encoding: .utf8)
    let catalog = try Catalog(json: ContiguousArray(text.utf8))
    let place = try #require(catalog.firstOffer)
    let offer = catalog.subscriptionGroups[place.group].subscriptions[place.subscription]
      .winBackOffers[0]
    let date = "\(offer.startDate.start(at: .utc))"
    let input = histories.path("histories.jsonl")
    let common = ["--policy", policy, "--as-of", date, "--quiet"]
    let run = CommandRun(
      [
        "plan", input, "--catalog", histories.path("catalog.json"), "--offer", offer.offerId,
        "--group", catalog.subscriptionGroups[place.group].id, "--csv",
      ] + common
    )
    try #require(run.status == .done, "\(run.errors)")
    // A build that is not optimized takes every third one.
    for (number, setting) in Self.settings.enumerated()
    where TestBuild.isOptimized || number % 3 == 0 {
      let edited = try catalog.setting(setting, at: place)
      let counts = try TemporaryDirectory.with { directory in
        try directory.write(
          String(decoding: CatalogWriter.bytes(of: edited), as: UTF8.self),
          to: "catalog.json"
        )
        let run = CommandRun(
          ["score", input, "--catalog", directory.path("catalog.json"), "--long"] + common
        )
        try #require(run.status == .done, "\(run.errors)")
        let prefix = ",\(catalog.subscriptionGroups[place.group].id),\(offer.offerId),"
        func count(_ verdict: String) -> Int {
          run.output.split(separator: "\n").count { $0.contains("\(prefix)\(verdict),") }
        }
        return "\(count("eligible")),\(count("undetermined"))"
      }
      // Of a text that long nothing but the answer is kept for the message.
      let isCounted = run.output.range(of: "\n\(setting),\(counts)\n") != nil
      #expect(isCounted, "\(setting) should be \(counts) on \(date)")
    }
  }

  @Test("the storefronts of an instant add up to all of them")
  func storefronts() throws {
    let run = PlanSamples.plan(["--json", "--by", "storefront", "--quiet"])
    let plan = try run.output.decoded(as: Plan.self)
    let parts = try #require(plan.storefronts)
    #expect(parts.count == 3 && plan.current.eligible > 0)
    #expect(parts.reduce(0) { $0 + $1.current.eligible } == plan.current.eligible)
    for (index, marginal) in plan.marginals.enumerated() {
      for (place, value) in marginal.values.enumerated() {
        let sum = parts.reduce(0) { $0 + $1.marginals[index].values[place].eligible }
        #expect(sum == value.eligible, "\(marginal.criterion) \(place)")
      }
    }
  }
}

/// What is read of a plan.
private struct Plan: Decodable {
  let current: Audience
  let marginals: [Marginal]
  var storefronts: [Plan]?

  struct Marginal: Decodable {
    let criterion: String
    let values: [Audience]
  }

  struct Audience: Decodable {
    let eligible: Int
  }
}

extension Catalog {
  /// The place of the first offer of the catalog.
  fileprivate var firstOffer: (group: Int, subscription: Int)? {
    for (group, subscriptions) in subscriptionGroups.enumerated() {
      for (subscription, offers) in subscriptions.subscriptions.enumerated()
      where !offers.winBackOffers.isEmpty {
        return (group, subscription)
      }
    }
    return nil
  }

  /// Returns the catalog with no offer but the first one of a subscription at a setting, without an end.
  fileprivate func setting(
    _ text: String,
    at place: (group: Int, subscription: Int)
  ) throws -> Catalog {
    let months = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    var catalog = self
    for group in catalog.subscriptionGroups.indices {
      for index in catalog.subscriptionGroups[group].subscriptions.indices {
        catalog.subscriptionGroups[group].subscriptions[index].winBackOffers = []
      }
    }
    var subscription = subscriptionGroups[place.group].subscriptions[place.subscription]
    subscription.winBackOffers[0].customerEligibilityPaidSubscriptionDurationInMonths =
      try #require(months[0])
    subscription.winBackOffers[0].customerEligibilityTimeSinceLastSubscribedInMonths = MonthRange(
      minimum: try #require(months[1]),
      maximum: try #require(months[2])
    )
    subscription.winBackOffers[0].customerEligibilityWaitBetweenOffersInMonths = months[3]
    subscription.winBackOffers[0].endDate = nil
    catalog.subscriptionGroups[place.group].subscriptions[place.subscription] = subscription
    return catalog
  }
}
