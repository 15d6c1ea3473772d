import Testing
import WinBack

@Suite("The evidence of many customers")
struct EvidenceTallyTests {
  @Test("is the sum of the evidence of each (F13)")
  func sum() throws {
    var seen = EvidenceTally()
    try forEachCase(of: RandomCase.seeds(80, for: 16)) { randomCase, engine, _ in
      let now = Instant(milliseconds: randomCase.instants[0])
      guard let decisions = try? engine.decisions(for: randomCase.history, asOf: now) else {
        return
      }
      var symbols = engine.index.symbols
      var record = HistoryRecord(randomCase.history, attributes: [], &symbols)
      try record.mergeDuplicates(at: engine.policies.facts.timeZone)
      var tally = EvidenceTally()
      EvidenceCounter(engine, asOf: now).count(record, symbols, knowing: nil, into: &tally)
      // Of a timeline without a purchase there is nothing to know.
      let evidence = decisions.filter { $0.facts.state != .neverOwned }
        .map(\.evidence)
      #expect(tally[.timelines] == decisions.count, "\(randomCase)")
      #expect(tally[.stale] == evidence.count { $0.renewalInfo == .stale }, "\(randomCase)")
      #expect(
        tally[.withoutPurchases]
          == evidence.count { !$0.missingPurchases.isEmpty || !$0.reachesFirstPurchase },
        "\(randomCase)"
      )
      #expect(tally[.withoutRedemptions] == evidence.count { !$0.offers }, "\(randomCase)")
      seen.add(tally)
    }
    #expect(min(seen[.stale], seen[.withoutPurchases], seen[.withoutRedemptions]) > 0)
  }

  @Test("adds each of its numbers, instants and names")
  func addition() {
    var tally = EvidenceTally()
    let first = Instant(milliseconds: 1_736_899_200_000)
    let last = Instant(milliseconds: 1_767_225_600_000)
    for count in EvidenceTally.Count.allCases { tally[count] = count.rawValue + 1 }
    tally.firstPurchase = first
    tally.lastPurchase = last
    tally.newestSigning = last
    tally.unknownProducts.add("basic", 3)
    tally.unknownGroups.add("g1", 4)
    var sum = tally
    sum.add(tally)
    for count in EvidenceTally.Count.allCases {
      #expect(sum[count] == 2 * (count.rawValue + 1), "\(count)")
    }
    #expect(sum.firstPurchase == first && sum.lastPurchase == last && sum.newestSigning == last)
    #expect(sum.unknownProducts.counts == ["basic": 6])
    #expect(sum.unknownGroups.counts == ["g1": 8])
    var other = EvidenceTally()
    other.add(tally)
    #expect(other == tally)
  }
}
