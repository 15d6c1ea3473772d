import CalendarTime
import Testing
import WinBack
import WinBackFormats

/// Purchases with an offer at random instants, held against the windows of the offer (M4).
@Suite("A purchase with a win-back offer")
struct RedemptionAttemptTests {
  private static let attemptsPerOffer = 12

  @Test("succeeds in a window of the offer and nowhere else, and names its neighbours (M4)")
  func agreement() throws {
    for seed in RandomCase.seeds(60, for: 42) {
      let randomCase = RandomCase(seed: seed)
      let engine = try EligibilityEngine(
        catalog: randomCase.catalog,
        rules: .appStore(),
        policies: randomCase.policies
      )
      guard let groups = try? engine.groups(of: randomCase.history) else { continue }
      var dice = Dice(seed: seed)
      for group in groups {
        let decision = engine.decision(on: group.snapshot(asOf: Instant(milliseconds: 0)))
        for offer in decision.offers {
          let edges = offer.windows.flatMap { [$0.from, $0.through] }.compactMap {
            $0?.milliseconds
          }
          for _ in 0..<Self.attemptsPerOffer {
            let near = dice.pick(edges + randomCase.instants) + dice.pick([-1, 0, 1])
            try check(
              offer,
              by: group,
              at: Instant(
                milliseconds: min(
                  max(near, Instant.minimum.milliseconds),
                  Instant.maximum.milliseconds
                )
              ),
              engine,
              randomCase
            )
          }
        }
      }
    }
  }

  private func check(
    _ offer: OfferDecision,
    by group: GroupHistory,
    at instant: Instant,
    _ engine: EligibilityEngine,
    _ randomCase: RandomCase
  ) throws {
    let attempt = try #require(engine.redemption(of: offer.offerId, by: group, at: instant))
    let window = offer.windows.first { $0.contains(instant) }
    let context = "\(offer.offerId) at \(instant) of \(randomCase)"
    #expect((attempt.verdict == .eligible) == (window != nil), "\(context)")
    #expect(attempt.window == window, "\(context)")
    #expect(attempt.failures.isEmpty == (attempt.verdict != .ineligible), "\(context)")
    guard window == nil else {
      #expect(attempt.lastBefore == nil && attempt.firstAfter == nil, "\(context)")
      return
    }
    #expect(
      attempt.lastBefore == offer.windows.last { $0.from < instant }?.through,
      "\(context)"
    )
    #expect(attempt.firstAfter == offer.windows.first { $0.from > instant }?.from, "\(context)")
    for neighbour in [attempt.lastBefore, attempt.firstAfter].compactMap(\.self) {
      let other = engine.redemption(of: offer.offerId, by: group, at: neighbour)
      #expect(other?.verdict == .eligible, "\(context)")
    }
  }
}
