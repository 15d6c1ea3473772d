import Testing
import WinBackFormats

/// Asks the engine about a customer in one group, and sees that the second reading says the same.
func decide(
  _ history: CustomerHistory,
  _ catalog: Catalog = catalog(),
  _ policies: [String: String] = [:],
  asOf now: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Decision {
  let decisions = try decideAll(
    history,
    catalog,
    policies,
    asOf: now,
    sourceLocation: sourceLocation
  )
  #expect(decisions.count == 1, sourceLocation: sourceLocation)
  return try #require(decisions.first, sourceLocation: sourceLocation)
}

/// Asks the engine about a customer in every group, and sees that the second reading says the same.
///
/// Most clauses are about customers who cancelled, so that this is what missing renewal information
/// means here, where the policies do not say otherwise (F13a).
func decideAll(
  _ history: CustomerHistory,
  _ catalog: Catalog,
  _ policies: [String: String] = [:],
  asOf now: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> CustomerDecisions {
  let policies = ["missingRenewalInfo": "cancelled"].merging(policies) { $1 }
  let engine = try EligibilityEngine(catalog: catalog, rules: .appStore(), policies: policies)
  let instant = Reference.instant(now)
  let decisions = try engine.decisions(for: history, asOf: Instant(milliseconds: instant))
  let choice = Reference.Policies(policies)
  let expected = zip(
    try Reference.answers(for: history, in: catalog, choice, asOf: instant),
    try Reference.courses(for: history, in: catalog, choice)
  ).map(Observation.init)
  #expect(decisions.count == expected.count, sourceLocation: sourceLocation)
  for (found, expected) in zip(decisions.map(Observation.init), expected) where found != expected {
    Issue.record("\(found.differences(from: expected))", sourceLocation: sourceLocation)
  }
  return decisions
}

/// The facts about a customer, as the engine and the second reading agree on them.
func facts(
  _ history: CustomerHistory,
  _ policies: [String: String] = [:],
  asOf now: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> SubscriptionFacts {
  try decide(history, catalog(), policies, asOf: now, sourceLocation: sourceLocation).facts
}

/// The instant that ISO 8601 text stands for.
func instant(_ text: String) -> Instant {
  Instant(milliseconds: Reference.instant(text))
}

extension Decision {
  /// The windows of an offer, each as its first and its last instant.
  func windows(of offerId: String = "offer") -> [String] {
    offers.filter { $0.offerId == offerId }.flatMap(\.windows).map {
      "\($0.from.iso8601) \($0.through?.iso8601 ?? "-")"
    }
  }

  /// The rules that an offer fails.
  func failedRules(of offerId: String = "offer") -> [String] {
    offers.filter { $0.offerId == offerId }.flatMap(\.failedRules)
  }

  /// The outcome of a rule; nil is unknown.
  func outcome(of rule: String, for offerId: String = "offer") -> Bool? {
    offers.first { $0.offerId == offerId }?.rules.first { $0.id == rule }?.outcome.bool
  }
}
