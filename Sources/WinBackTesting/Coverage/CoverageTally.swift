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

  /// Takes in what a customer shows of the offers that count.
  mutating func add(_ situation: Snapshot, where counts: (String) -> Bool) {
    for shown in shown(by: situation, where: counts) {
      isShown[shown.goal] = true
      if shown.alone { isShownAlone[shown.goal] = true }
    }
  }

  /// Returns what a customer shows that nobody has shown before.
  private func shown(
    by situation: Snapshot,
    where counts: (String) -> Bool
  ) -> [(goal: Int, alone: Bool)] {
    var shown: [(goal: Int, alone: Bool)] = []
    for (offer, program) in engine.programs.enumerated()
    where program.offer.group == situation.group && counts(program.offer.offer.offerId) {
      let profile = OfferProfile(situation, program)
      for goal in goals.indices(ofOffer: offer) where !isShownAlone[goal] {
        if goals[goal].isShown(by: profile, alone: true) {
          shown.append((goal, true))
        } else if !isShown[goal], goals[goal].isShown(by: profile, alone: false) {
          shown.append((goal, false))
        }
      }
    }
    return shown
  }
}
