import CEL
package import WinBack

/// The part of small changes of a catalog that scenarios notice.
package struct MutationScore: Sendable {
  package struct Survivor: Sendable {
    /// The offer; nil for a change of the rules.
    package let offer: String?
    package let sentence: String
    /// A scenario that would notice it; nil if no story of such a customer was found.
    package let scenario: ScenarioDraft?

    package var line: String { (offer.map { "\($0): " } ?? "") + sentence }
  }

  package let killed: Int
  package let survivors: [Survivor]

  /// The changes that cannot change an answer and do not count, a line each.
  package let equivalent: [String]

  package var total: Int { killed + survivors.count }

  /// The part that is noticed, in percent, rounded down; 100 if no change counts.
  package var percentage: Int { total == 0 ? 100 : killed * 100 / total }

  /// Determines what scenarios of one engine, which pass, notice.
  ///
  /// - Complexity: O(*m* · *s*) for *m* mutants and *s* expectations, on all processors.
  package init(of scenarios: [Scenario], _ engine: EligibilityEngine) {
    let observations = Observation.all(of: scenarios)
    let byGroup = Dictionary(grouping: observations, by: \.situation.group)
    let search = StorySearch(engine)
    let results = Mutant.all(of: engine).concurrentMap { mutant in
      let open = mutant.open(
        after: mutant.group(in: engine).map { byGroup[$0] ?? [] } ?? observations
      )
      return (open ?? mutant, open.map(search.search))
    }
    var killed = 0
    var equivalent: [String] = []
    var survivors: [Survivor] = []
    for (mutant, finding) in results {
      let offer = mutant.offer.map { engine.programs[$0].offer.id }
      func survive(_ proposal: Proposal?) {
        survivors.append(
          Survivor(
            offer: offer,
            sentence: mutant.sentence
              + (mutant.isEverywhere ? ": \(mutant.storefronts.compactMap(\.self).brief)" : ""),
            scenario: proposal.map { search.draft(of: $0, about: mutant.offer) }
          )
        )
      }
      switch finding {
      case nil: killed += 1
      case .impossible: equivalent.append((offer.map { "\($0): " } ?? "") + mutant.sentence)
      case .found(let proposal): survive(proposal)
      case .untold: survive(nil)
      }
    }
    self.killed = killed
    self.equivalent = equivalent
    self.survivors = survivors
  }
}
