import WinBackAnalysis

extension EligibilityEngine {
  /// Returns the verdicts on the offers of a group, best first; none if the history contradicts
  /// itself.
  func verdicts(
    on history: CustomerHistory,
    group: String,
    asOf now: Instant
  ) -> [(offer: OfferKey, verdict: Verdict)] {
    guard let snapshot = snapshot(of: history, group: group, asOf: now) else { return [] }
    return offerIndices(in: index.symbols.find(group)).map { index in
      (programs[index].offer.key, snapshot.verdict(on: programs[index]))
    }
  }
}
