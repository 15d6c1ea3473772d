import Testing
import WinBackFormats

/// What a client asks for piece by piece, against the whole decision.
@Suite("Snapshots")
struct SnapshotTests {
  @Test("verdicts, failed rules and eligible offers are those of the decision (R1, R2, R3)")
  func pieces() throws {
    try forEachCase(of: RandomCase.seeds(40, for: 81)) { randomCase, engine, _ in
      guard let groups = try? engine.groups(of: randomCase.history) else { return }
      for instant in randomCase.instants.prefix(3).map(Instant.init(milliseconds:)) {
        let decisions = try engine.decisions(for: randomCase.history, asOf: instant)
        try #require(decisions.count == groups.count)
        for (group, decision) in zip(groups, decisions) {
          let snapshot = group.snapshot(asOf: instant)
          #expect(engine.decision(on: snapshot) == decision, "\(randomCase)")
          #expect(snapshot.subscription == decision.facts)
          #expect(group.subscriptionGroupIdentifier == decision.subscriptionGroupIdentifier)
          #expect(engine.eligibleWinBackOfferIDs(in: snapshot) == decision.eligibleWinBackOfferIDs)
          let evaluations = engine.evaluations(of: snapshot)
          #expect(evaluations.map(\.offerId) == decision.offers.map(\.offerId))
          #expect(evaluations.map(\.verdict) == decision.offers.map(\.verdict))
          #expect(evaluations.map(\.failedRules) == decision.offers.map(\.failedRules))
        }
      }
    }
  }
}
