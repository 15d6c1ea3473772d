import TestSupport
import Testing
import WinBackFormats

/// Purchases with an offer at random instants, held against the windows of the offer (M4).
///
/// In an optimized build a thousand attempts a case: `WINBACK_RANDOM_CASES=1000` makes a million of them.
@Suite("A purchase with a win-back offer")
struct RedemptionAttemptTests {
  private static let attemptsPerCase = TestBuild.isOptimized ? 1_000 : 250

  @Test("succeeds in a window of the offer and nowhere else, and names its neighbours (M4)")
  func agreement() throws {
    let seeds = RandomCase.seeds(20, for: 42)
    var attempts = 0
    // Cases without offers are passed over.
    for seed in seeds.lowerBound..<seeds.lowerBound + 3 * UInt64(seeds.count)
    where attempts < Self.attemptsPerCase * seeds.count {
      attempts += try check(RandomCase(seed: seed))
    }
    #expect(attempts == Self.attemptsPerCase * seeds.count)
  }

  /// Tries the offers of a case in turn, and returns how many attempts were made.
  private func check(_ randomCase: RandomCase) throws -> Int {
    let engine = try randomCase.engine(by: .appStore())
    guard let groups = try? engine.groups(of: randomCase.history) else { return 0 }
    let offers = groups.flatMap { group in
      engine.decision(on: group.snapshot(asOf: Instant(milliseconds: 0))).offers.map { (group, $0) }
    }
    guard !offers.isEmpty else { return 0 }
    var dice = Dice(seed: randomCase.seed)
    for (place, (group, offer)) in offers.enumerated() {
      let edges = offer.windows.flatMap { [$0.from, $0.through] }.compactMap { $0?.milliseconds }
      let instants = stride(from: place, to: Self.attemptsPerCase, by: offers.count).map { _ in
        let near = dice.pick(edges + randomCase.instants) + dice.pick([-1, 0, 1])
        return Instant(
          milliseconds: min(max(near, Instant.minimum.milliseconds), Instant.maximum.milliseconds)
        )
      }
      let index = try #require(
        engine.offerIndices(in: group.group).first {
          engine.programs[$0].offer.id == offer.offerId
        }
      )
      let verdicts = engine.verdicts(of: group)[index]
      let attempts = instants.map { instant in
        engine.redemption(ofOfferAt: index, by: group, at: instant, verdicts)
      }
      try #require(attempts.map(\.at) == instants)
      let symbol = engine.programs[index].offer.symbol
      let made = group.timeline.owned.filter { $0.winBackOffer == symbol }.map(\.start)
      for attempt in attempts where !made.contains(attempt.at) && !isRight(attempt, offer.windows) {
        Issue.record("found \(attempt), where the windows are \(offer.windows), of \(randomCase)")
      }
      let neighbours = Set(attempts.flatMap { [$0.lastBefore, $0.firstAfter] }.compactMap(\.self))
      for neighbour in neighbours {
        let other = engine.redemption(of: offer.offerId, by: group, at: neighbour)
        #expect(other?.verdict == .eligible, "\(offer.offerId) at \(neighbour) of \(randomCase)")
      }
    }
    return Self.attemptsPerCase
  }

  private func isRight(_ attempt: RedemptionAttempt, _ windows: [Window]) -> Bool {
    let window = windows.first { $0.contains(attempt.at) }
    let last = window == nil ? windows.last { $0.from < attempt.at }?.through : nil
    let first = window == nil ? windows.first { $0.from > attempt.at }?.from : nil
    return (attempt.verdict == .eligible) == (window != nil) && attempt.window == window
      && attempt.failures.isEmpty == (attempt.verdict != .ineligible)
      && attempt.lastBefore == last && attempt.firstAfter == first
  }
}
