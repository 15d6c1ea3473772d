import Testing
import WinBackAnalysis
import WinBackTesting

@Suite("The changes from a live catalog")
struct AudienceChangeTests {
  private func engine(_ change: (inout WinBackOffer) -> Void = { _ in }) throws -> EligibilityEngine
  {
    var catalog = try Catalog(json: ScenarioFiles.catalog.utf8)
    change(&catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0])
    return try EligibilityEngine(catalog: catalog, rules: .appStore())
  }

  @Test("are none if the catalog is the same")
  func same() throws {
    #expect(try engine().changes(from: engine()) == [])
  }

  @Test("have the terms of an offer that reaches the same customers")
  func terms() throws {
    let changes = try engine { $0.periodCount += 1 }.changes(from: engine())
    #expect(changes.map(\.kind) == [.same])
    #expect(changes.map(\.terms) == [["2 periods, was 1"]])
    #expect(
      changes.map { "\($0)" }[0].hasSuffix(": reaches the same customers\n    2 periods, was 1")
    )
  }

  @Test("name a customer who loses an offer, and one who gains it")
  func lossesAndGains() throws {
    let live = try engine()
    let offer = live.catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0]
    let stricter = try engine { $0.customerEligibilityPaidSubscriptionDurationInMonths += 1 }
    for (from, to, kind) in [
      (live, stricter, ReachChange.narrower), (stricter, live, .wider),
    ] {
      let changes = to.changes(from: from)
      #expect(changes.map(\.offerId) == [offer.offerId] && changes.map(\.kind) == [kind])
      let change = try #require(changes.first)
      #expect("\(change)".hasPrefix("\(kind.mark) \(offer.offerId): \(kind.phrase)\n    "))
      let example = try #require(kind == .narrower ? change.loss : change.gain)
      #expect(kind == .narrower ? change.gain == nil : change.loss == nil)
      for (engine, isEligible) in [(from, kind == .narrower), (to, kind == .wider)] {
        let decisions = try engine.decisions(for: example.history, asOf: example.asOf)
        #expect(decisions.contains { $0[offer.offerId]?.verdict == .eligible } == isEligible)
      }
    }
  }
}
