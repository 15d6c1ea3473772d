import CEL
package import WinBack

/// The part of the rules of a catalog's offers that scenarios show.
///
/// For each offer and each remaining condition of the rules, scenarios must show that it holds,
/// that it fails, and both sides of its edge: the last instant or month before it changes and the
/// first after. All other conditions must hold meanwhile, so that this one decides. If no story can
/// show something in this way, any way counts; if no customer can show it, it does not count.
package struct Coverage: Sendable {
  package struct Missing: Sendable {
    package let offer: String
    package let rule: String
    /// What is not shown, such as `subscription.paidMonths >= 3 never fails at the boundary`.
    package let sentence: String
    /// A scenario that would show it; nil if no story of such a customer was found.
    package let scenario: ScenarioDraft?

    package var line: String { "\(offer), \(rule): \(sentence)" }
  }

  package let covered: Int

  /// What is not shown, offer by offer and rule by rule.
  package let missing: [Missing]

  package var total: Int { covered + missing.count }

  /// The part that is shown, in percent, rounded down; 100 if there is nothing to show.
  package var percentage: Int { total == 0 ? 100 : covered * 100 / total }

  /// Determines what scenarios of one engine show.
  ///
  /// - Complexity: O(*s* · *o* · *c*) for *s* expectations, *o* offers and *c* conditions; it
  ///   searches for what is missing on all processors.
  package init(of scenarios: [Scenario], _ engine: EligibilityEngine) {
    var tally = CoverageTally(engine)
    for observation in Observation.all(of: scenarios) {
      tally.add(observation.profiles, where: observation.expectation.tests)
    }
    let search = StorySearch(engine)
    let shown = tally
    let open = tally.goals.indices.filter { !shown.isShownAlone[$0] }
    let found = open.concurrentMap { index in
      let goal = shown.goals[index]
      let (finding, alone) = search.search(for: goal)
      // What no story shows alone counts in any way.
      return (goal: goal, finding: finding, isShown: !alone && shown.isShown[index])
    }
    var covered = tally.isShownAlone.count { $0 }
    var missing: [Missing] = []
    for (goal, finding, isShown) in found {
      var proposal: Proposal?
      switch finding {
      case _ where isShown:
        covered += 1
        continue
      case .impossible: continue
      case .untold: break
      case .found(let found): proposal = found
      }
      missing.append(
        Missing(
          offer: engine.programs[goal.offer].offer.id,
          rule: engine.rules.rules[goal.rule].rule.id,
          sentence: goal.sentence,
          scenario: proposal.map { search.draft(of: $0, about: goal.offer) }
        )
      )
    }
    self.covered = covered
    self.missing = missing
  }
}

extension CoverageGoal {
  fileprivate var sentence: String {
    switch kind {
    case .holds: "\(expression) never holds"
    case .fails: "\(expression) never fails"
    case .edge(let edge): "\(expression) never \(edge.holds ? "holds" : "fails") at the boundary"
    }
  }
}

struct CoverageTally: Sendable {
  private let engine: EligibilityEngine
  let goals: CoverageGoals
  /// Whether a goal was shown while all other conditions of the offer held.
  private(set) var isShownAlone: [Bool]
  private(set) var isShown: [Bool]

  init(_ engine: EligibilityEngine) {
    self.engine = engine
    goals = CoverageGoals(engine)
    isShownAlone = Array(repeating: false, count: goals.count)
    isShown = isShownAlone
  }

  mutating func add(_ profiles: OfferProfiles, where counts: (String) -> Bool) {
    for offer in profiles.offers {
      guard counts(engine.programs[offer].offer.id), let profile = profiles[offer] else { continue }
      for goal in goals.indices(ofOffer: offer) where !isShownAlone[goal] {
        isShownAlone[goal] = goals[goal].isShown(by: profile, alone: true)
        isShown[goal] =
          isShown[goal] || isShownAlone[goal] || goals[goal].isShown(by: profile, alone: false)
      }
    }
  }
}
