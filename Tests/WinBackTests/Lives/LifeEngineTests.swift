import CalendarTime
import Testing
import WinBack
import WinBackFormats

/// Whole lives as the App Store makes them, and what the engine says of those who see a part of them.
@Suite("Lives seen by the engine")
struct LifeEngineTests {
  @Test("a certain answer, and every edge of a window, is that of the whole life (F13, F14)")
  func certainty() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(60, for: 64) {
      let life = LifeCase(seed: seed)
      let history = life.view.history(of: life.lives)
      let engine = try EligibilityEngine(catalog: life.catalog, rules: rules)
      let windows = try engine.decisions(
        for: history,
        asOf: Instant(milliseconds: life.view.date)
      ).flatMap(\.offers).flatMap(\.windows)
      let edges = windows.flatMap { [$0.from, $0.through].compactMap { $0?.milliseconds } }
        .flatMap { [$0 - 1, $0, $0 + 1] }
      let answers = try life.answers(seenBy: life.view, at: life.instants + edges.prefix(12)) {
        try engine.verdicts(on: history, at: $0)
      }
      for answer in answers { #expect(!answer.isWrong, "\(answer) of \(life)") }
    }
  }
}

extension EligibilityEngine {
  /// The verdicts on a customer at an instant, by group and offer.
  fileprivate func verdicts(
    on history: CustomerHistory,
    at now: Int64
  ) throws -> [String: [String: Reference.Verdict]] {
    var verdicts: [String: [String: Reference.Verdict]] = [:]
    for decision in try decisions(for: history, asOf: Instant(milliseconds: now)) {
      for offer in decision.offers {
        verdicts[decision.subscriptionGroupIdentifier, default: [:]][offer.offerId] =
          Reference.Verdict(rawValue: offer.verdict.rawValue)
      }
    }
    return verdicts
  }
}
