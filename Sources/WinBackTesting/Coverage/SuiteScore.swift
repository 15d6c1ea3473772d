import WinBackAnalysis

/// The part of something that scenarios show or notice, and what is missing.
package struct SuiteScore: Sendable {
  package struct Missing: Sendable {
    /// The offer, and its name in texts; nil for a change of the rules.
    package let key: OfferKey?
    package let offer: String?
    /// The rule of a condition; nil for a change.
    package let rule: String?
    /// What is not shown, such as `subscription.paidMonths >= 3 never fails at the boundary`, or the
    /// change that is not noticed.
    package let sentence: String
    /// The change that is not noticed, if it is one of a single attribute.
    var edit: OfferComparison.Edit?
    /// A scenario that would do; nil if no story of such a customer was found.
    package let scenario: ScenarioDraft?

    package var line: String {
      let subject = [offer, rule].compactMap(\.self).joined(separator: ", ")
      return subject.isEmpty ? sentence : "\(subject): \(sentence)"
    }
  }

  /// How much is shown or noticed.
  package let met: Int

  /// What is not, offer by offer and rule by rule.
  package let missing: [Missing]

  /// The changes that cannot change an answer and do not count, a line each.
  package let equivalent: [String]

  package var total: Int { met + missing.count }

  /// The part that is shown or noticed, in percent, rounded down; 100 if nothing counts.
  package var percentage: Int { total == 0 ? 100 : met * 100 / total }
}

extension SuiteScore {
  /// Determines what scenarios of one engine show of the rules of its offers.
  ///
  /// For each offer and each remaining condition of the rules, scenarios must show that it holds,
  /// that it fails, and both sides of its edge: the last instant or month before it changes and the
  /// first after. All other conditions must hold meanwhile, so that this one decides. If no story can
  /// show something in this way, any way counts; if no customer can show it, it does not count.
  ///
  /// - Complexity: O(*s* · *o* · *c*) for *s* expectations, *o* offers and *c* conditions; it
  ///   searches for what is missing on all processors.
  package init(coverageOf scenarios: [Scenario], _ engine: EligibilityEngine) {
    let goals = CoverageGoals(engine)
    var isShown = [Bool](repeating: false, count: goals.all.count)
    var isShownAlone = isShown
    for observation in Observation.all(of: scenarios) {
      let profiles = observation.profiles
      for offer in profiles.offers
      where observation.expectation.tests(engine.programs[offer].offer.id) {
        guard let profile = profiles[offer] else { continue }
        for index in goals.indices(ofOffer: offer) where !isShownAlone[index] {
          isShownAlone[index] = goals.all[index].isShown(by: profile, alone: true)
          isShown[index] =
            isShown[index] || isShownAlone[index]
            || goals.all[index].isShown(by: profile, alone: false)
        }
      }
    }
    let search = StorySearch(engine)
    let shown = isShown
    let found = goals.all.indices.filter { !isShownAlone[$0] }.concurrentMap { index in
      let (finding, alone) = search.search(for: goals.all[index])
      // What no story shows alone counts in any way.
      return (goal: goals.all[index], finding: finding, isShown: !alone && shown[index])
    }
    let met = isShownAlone.count { $0 } + found.count { $0.isShown }
    let names = engine.offerNames
    let missing = found.filter { !$0.isShown && $0.finding.isPossible }.map { goal, finding, _ in
      Missing(
        key: engine.programs[goal.offer].offer.key,
        offer: names[goal.offer],
        rule: engine.rules.rules[goal.rule].rule.id,
        sentence: goal.sentence,
        scenario: finding.proposal.map { search.draft(of: $0, about: goal.offer) }
      )
    }
    self.init(met: met, missing: missing, equivalent: [])
  }

  /// Determines which small changes of a catalog scenarios of one engine, which pass, notice.
  ///
  /// - Complexity: O(*m* · *s*) for *m* mutants and *s* expectations, on all processors.
  package init(mutantsOf scenarios: [Scenario], _ engine: EligibilityEngine) {
    let observations = Observation.all(of: scenarios)
    let byGroup = Dictionary(grouping: observations, by: \.situation.group)
    let search = StorySearch(engine)
    let results = Mutant.all(of: engine).concurrentMap { mutant in
      let asked = mutant.group(in: engine).map { byGroup[$0] ?? [] } ?? observations
      let open = mutant.open(after: asked)
      return (open ?? mutant, open.map(search.search))
    }
    let names = engine.offerNames
    var met = 0
    var equivalent: [String] = []
    var missing: [Missing] = []
    for (mutant, finding) in results {
      let offer = mutant.offer.map { names[$0] }
      guard let finding else {
        met += 1
        continue
      }
      guard finding.isPossible else {
        equivalent.append((offer.map { "\($0): " } ?? "") + mutant.sentence)
        continue
      }
      let storefronts = mutant.isEverywhere ? mutant.storefronts.compactMap(\.self) : []
      missing.append(
        Missing(
          key: mutant.offer.map { engine.programs[$0].offer.key },
          offer: offer,
          rule: nil,
          sentence: mutant.sentence + (mutant.isEverywhere ? ": \(storefronts.brief)" : ""),
          edit: mutant.edit,
          scenario: finding.proposal.map { search.draft(of: $0, about: mutant.offer) }
        )
      )
    }
    self.init(met: met, missing: missing, equivalent: equivalent)
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
