import WinBack

/// Which goals customers have shown so far.
struct CoverageTally: Sendable {
  private let engine: EligibilityEngine
  let goals: CoverageGoals
  /// Whether a goal was shown while nothing else kept the offer from the customer.
  private(set) var isShownAlone: [Bool]
  /// Whether a goal was shown at all.
  private(set) var isShown: [Bool]

  init(_ engine: EligibilityEngine) {
    self.engine = engine
    goals = CoverageGoals(engine)
    isShownAlone = Array(repeating: false, count: goals.count)
    isShown = isShownAlone
  }

  /// Adds what a customer shows of the offers that count.
  mutating func add(_ profiles: OfferProfiles, where counts: (String) -> Bool) {
    for offer in profiles.offers {
      guard counts(engine.programs[offer].offer.offer.offerId), let profile = profiles[offer] else {
        continue
      }
      for goal in goals.indices(ofOffer: offer) where !isShownAlone[goal] {
        isShownAlone[goal] = goals[goal].isShown(by: profile, alone: true)
        isShown[goal] =
          isShown[goal] || isShownAlone[goal] || goals[goal].isShown(by: profile, alone: false)
      }
    }
  }
}
