import Testing
import WinBackAnalysis
import WinBackFormats

@Suite("A linter that compares offers")
struct RelationLintTests {
  @Test("tells of offers that hide, contain or repeat each other, with somebody who shows it")
  func relations() throws {
    let offers = catalog(
      offer("wide", paid: 1, priority: .high),
      offer("narrow", paid: 6, lapse: 2...12),
      offer("loyal", .freeTrial, .sixMonths, paid: 12, priority: .high),
      offer("twin", paid: 6, lapse: 2...12)
    )
    let codes: Set = [LintCode.alwaysHidden, .containedOffer, .identicalOffers]
    let found = try lint(offers).filter { codes.contains($0.code) }
    #expect(
      found.map { "\($0.code.rawValue) \($0.message)" } == [
        "always-hidden 'narrow' is never first: its customers are all eligible for 'wide', which is listed "
          + "before it",
        "contained-offer every customer of 'loyal' is also eligible for 'wide'",
        "always-hidden 'twin' is never first: its customers are all eligible for 'wide', which is listed "
          + "before it",
        "identical-offers 'twin' has the same criteria as 'narrow': until they redeem one, customers are "
          + "eligible for both or none",
      ]
    )
    let engine = try EligibilityEngine(catalog: offers, rules: .appStore())
    for finding in found {
      let example = try #require(finding.example)
      let decisions = try engine.decisions(for: example.witness.history, asOf: example.witness.asOf)
      #expect(decisions.first?.eligibleWinBackOfferIDs == example.eligible.ids)
      #expect(example.eligible.ids.contains(finding.offerId ?? ""))
    }
  }

  @Test("tells of offers that ask the same, the wait after each one's own redemption included")
  func identicalWaits() throws {
    let twins = catalog(offer("a", paid: 3, wait: 6), offer("b", paid: 3, wait: 6))
    #expect(
      try findings(twins, only: [.identicalOffers]) == [
        "identical-offers 'b' has the same criteria as 'a': until they redeem one, customers are eligible for "
          + "both or none"
      ]
    )
    let others = catalog(offer("a", paid: 3, wait: 6), offer("b", paid: 3, wait: 7))
    #expect(try findings(others, only: [.identicalOffers]).isEmpty)
  }

  @Test("tells of an offer that others hide together, without those of which there is no need")
  func hiddenTogether() throws {
    let offers = catalog(
      offer("a", lapse: 3...4, priority: .high),
      offer("b", lapse: 1...8, priority: .high),
      offer("c", lapse: 6...24, priority: .high),
      offer("d", lapse: 20...24, priority: .high),
      offer("hidden", lapse: 3...12)
    )
    #expect(
      try findings(offers, only: [.alwaysHidden]) == [
        "always-hidden 'd' is never first: its customers are all eligible for 'c', which is listed before it",
        "always-hidden 'hidden' is never first: its customers are all eligible for one of 'b', 'c', which are "
          + "listed before it",
      ]
    )
  }

  @Test("tells of times without an offer, which an inclusive maximum leaves between ranges")
  func gaps() throws {
    let offers = catalog(offer("short", lapse: 2...6), offer("long", lapse: 7...12))
    #expect(
      try findings(offers, only: [.lapseGap]) == [
        "lapse-gap no offer of 'basic' reaches customers more than 6 and less than 7 months after the end "
          + "of service, between 'short' and 'long'"
      ]
    )
    #expect(
      try findings(offers, policies: ["maximumBound": "wholeMonths"], only: [.lapseGap]).isEmpty
    )
    let apart = catalog(offer("short", lapse: 2...6), offer("long", lapse: 9...12))
    #expect(
      try findings(apart, policies: ["maximumBound": "wholeMonths"], only: [.lapseGap]) == [
        "lapse-gap no offer of 'basic' reaches customers 7 months or more and less than 9 months after "
          + "the end of service, between 'short' and 'long'"
      ]
    )
    let touching = catalog(offer("short", lapse: 2...6), offer("long", lapse: 6...12))
    #expect(try findings(touching, only: [.lapseGap]).isEmpty)
  }

  @Test(
    "tells of offers that end before anybody could redeem them again, and whether the wait is the reason",
    arguments: [
      // The period of the offer may end as soon as it starts. Then a month without a subscription.
      (2, "2025-03-01", nil), (nil, "2025-02-01", nil), (1, "2025-02-01", nil),
      (2, "2025-02-28", "has to wait 2 months, until after it ends on 2025-02-28"),
      (9, "2025-09-30", "has to wait 9 months, until after it ends on 2025-09-30"),
      (
        2, "2025-01-31",
        "does not qualify again before it ends on 2025-01-31, with or without the wait of 2 months"
      ),
      (nil, "2025-01-31", "does not qualify again before it ends on 2025-01-31"),
    ] as [(Int?, String, String?)]
  )
  func repetition(wait: Int?, end: String, sentence: String?) throws {
    let offers = catalog(
      offer(lapse: 1...24, wait: wait, from: day("2025-01-01"), through: day(end))
    )
    #expect(
      try findings(offers, only: [.redeemableOnce])
        == (sentence.map { sentence in
          [
            "redeemable-once nobody can redeem 'offer' twice: a customer who redeems it on 2025-01-01, the first "
              + "day, \(sentence)"
          ]
        } ?? [])
    )
  }

  @Test("tells of offers for one instant")
  func singleInstant() throws {
    #expect(
      try findings(catalog(offer(lapse: 3...3)), only: [.singleInstant]) == [
        "single-instant a customer can have 'offer' at one instant only, exactly 3 months after the end of "
          + "service"
      ]
    )
  }
}
