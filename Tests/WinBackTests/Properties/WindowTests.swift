import Testing
import WinBackFormats

/// Windows and the next change, held against the verdict at single instants (R4).
@Suite("Windows")
struct WindowTests {
  @Test("a window holds where the offer is eligible, at its edges and anywhere else (R4)")
  func windows() throws {
    try forEachCase(of: RandomCase.seeds(40, for: 4)) { randomCase, engine, dice in
      let offers = try engine.offers(of: randomCase.history, asOf: randomCase.instants[0])
      let edges = offers.flatMap(\.value.windows).flatMap { [$0.from, $0.through] }
        .compactMap { $0?.milliseconds }
      let instants = edges.flatMap { [$0 - 1, $0, $0 + 1] } + randomCase.instants
      for instant in instants.shuffled(using: &dice.generator).prefix(12) {
        let then = try engine.verdicts(of: randomCase.history, asOf: instant)
        for (name, offer) in offers {
          let isInside = offer.windows.contains { $0.contains(Instant(milliseconds: instant)) }
          #expect(
            isInside == (then[name] == .eligible),
            "\(name) at \(Reference.text(instant)), windows \(offer.windows), \(randomCase)"
          )
        }
      }
    }
  }

  @Test("windows are in order, and neither touch nor are empty (R4)")
  func maximality() throws {
    try forEachCase(of: RandomCase.seeds(60, for: 5)) { randomCase, engine, _ in
      for (name, offer) in try engine.offers(of: randomCase.history, asOf: 0) {
        for window in offer.windows {
          #expect(window.from <= window.through ?? .maximum, "\(name) of \(randomCase)")
        }
        for (window, next) in zip(offer.windows, offer.windows.dropFirst()) {
          let end = try #require(window.through)
          #expect(end.adding(milliseconds: 1) < next.from, "\(name) of \(randomCase)")
        }
      }
    }
  }

  @Test("the verdict changes at the next change, and not before it")
  func changes() throws {
    try forEachCase(of: RandomCase.seeds(40, for: 6)) { randomCase, engine, dice in
      let now = randomCase.instants[0]
      for (name, offer) in try engine.offers(of: randomCase.history, asOf: now) {
        func verdict(at instant: Int64) throws -> Verdict? {
          try engine.verdicts(of: randomCase.history, asOf: instant)[name]
        }
        let change = offer.changesAt?.milliseconds
        let limit = change ?? now + 4000 * Reference.day
        if let change {
          #expect(try verdict(at: change) != offer.verdict, "\(name), \(randomCase)")
        }
        for instant in [limit - 1, Int64.random(in: now..<limit, using: &dice.generator)] {
          #expect(
            try verdict(at: instant) == offer.verdict,
            "\(name) at \(Reference.text(instant)), \(randomCase)"
          )
        }
      }
    }
  }
}

/// Calls a body with the case of every seed, its engine, and dice of its own.
///
/// Cases that contradict themselves (P1) have nothing to say here, and are left out.
func forEachCase(
  of seeds: Range<UInt64>,
  body: (RandomCase, EligibilityEngine, inout Dice) throws -> Void
) throws {
  let rules = try CheckedRuleSet.appStore()
  for seed in seeds {
    let randomCase = RandomCase(seed: seed)
    let engine = try randomCase.engine(by: rules)
    guard (try? engine.groups(of: randomCase.history)) != nil else { continue }
    var dice = Dice(seed: ~seed)
    try body(randomCase, engine, &dice)
  }
}

extension EligibilityEngine {
  /// The decisions on all offers of all groups, by group and offer.
  func offers(
    of history: CustomerHistory,
    asOf now: Reference.Milliseconds
  ) throws -> [String: OfferDecision] {
    let decisions = try decisions(for: history, asOf: Instant(milliseconds: now))
    let named = decisions.flatMap { decision in
      decision.offers.map { ("\($0.offerId) of \(decision.subscriptionGroupIdentifier)", $0) }
    }
    return Dictionary(uniqueKeysWithValues: named)
  }

  /// The verdicts on the same offers, which take less time.
  func verdicts(
    of history: CustomerHistory,
    asOf now: Reference.Milliseconds
  ) throws -> [String: Verdict] {
    let named = try groups(of: history).flatMap { group in
      evaluations(of: group.snapshot(asOf: Instant(milliseconds: now))).map {
        ("\($0.offerId) of \(group.subscriptionGroupIdentifier)", $0.verdict)
      }
    }
    return Dictionary(uniqueKeysWithValues: named)
  }
}
