import CEL

/// Makes a suite of scenarios for a catalog that shows every condition at its edges and notices
/// every small change, without superfluous scenarios.
package struct SuiteGenerator {
  /// Something that a customer shows: a goal or a mutant by its index.
  private enum Evidence: Hashable {
    case goal(Int)
    /// In a storefront; nil for a mutant that one customer anywhere notices.
    case mutant(Int, Storefront?)
  }

  private struct Case {
    let proposal: Proposal
    let offer: Int?
    let evidence: Set<Evidence>
  }

  private let engine: EligibilityEngine
  private let search: StorySearch
  private let goals: CoverageGoals
  private let mutants: [Mutant]
  /// The indices of the mutants of each group's offers; for nil, of the rules.
  private let mutantsByGroup: [Symbol?: [Int]]
  private var cases: [Case] = []
  private var shown: Set<Evidence> = []
  /// The goals that no customer can show while all other conditions hold.
  private var dependent: Set<Int> = []

  /// The number of conditions and changes without a story.
  package private(set) var untold: Int = 0

  /// Makes the suite of an engine's catalog, rules and policies.
  ///
  /// - Complexity: O(*g* · *o*) for *g* conditions and changes and *o* offers, on all processors.
  package init(for engine: EligibilityEngine) {
    self.engine = engine
    search = StorySearch(engine)
    goals = CoverageGoals(engine)
    let mutants = Mutant.all(of: engine)
    self.mutants = mutants
    mutantsByGroup = Dictionary(grouping: mutants.indices) { mutants[$0].group(in: engine) }
    addGoals()
    addMutants()
    removeSuperfluous()
  }

  /// The scenarios: one for all instants of a customer, with unique names.
  package var scenarios: [ScenarioDraft] {
    let drafts = cases.concurrentMap { item in search.draft(of: item.proposal, about: item.offer) }
    var scenarios: [ScenarioDraft] = []
    var indices: [CustomerStory: Int] = [:]
    for draft in drafts {
      if let index = indices[draft.story] {
        scenarios[index].merge(draft)
      } else {
        indices[draft.story] = scenarios.count
        scenarios.append(draft)
      }
    }
    var names: [String: Int] = [:]
    for index in scenarios.indices {
      let name = scenarios[index].name
      let count = names[name, default: 0] + 1
      names[name] = count
      if count > 1 { scenarios[index].name = "\(name) (\(count))" }
    }
    return scenarios
  }

  // MARK: - Choosing

  private mutating func addGoals() {
    let search = search
    let findings = goals.all.concurrentMap { search.search(for: $0) }
    for index in goals.all.indices where !findings[index].alone { dependent.insert(index) }
    // A customer at an edge shows most.
    for index in goals.all.indices.ordered(by: { goals.all[$0].rank < goals.all[$1].rank })
    where !shown.contains(.goal(index)) {
      add(findings[index].finding, about: goals.all[index].offer)
    }
  }

  private mutating func addMutants() {
    let search = search
    // A customer in every storefront shows most.
    var open = mutants.indices.ordered { mutants[$0].isEverywhere && !mutants[$1].isEverywhere }
    while true {
      let tried = open.compactMap { index in openMutant(index).map { (index, $0) } }
      open = []
      for (index, finding) in tried.concurrentMap({ ($0.0, search.search(for: $0.1)) }) {
        guard let before = openMutant(index) else { continue }
        add(finding, about: before.offer)
        // Your own rules can need other customers in other storefronts.
        if let left = openMutant(index), left.storefronts != before.storefronts {
          open.append(index)
        }
      }
      guard !open.isEmpty else { return }
    }
  }

  /// Returns a mutant with the storefronts in which no case notices it; nil if there are none.
  private func openMutant(_ index: Int) -> Mutant? {
    var mutant = mutants[index]
    mutant.storefronts = mutant.storefronts.filter { !shown.contains(.mutant(index, $0)) }
    return mutant.storefronts.isEmpty ? nil : mutant
  }

  private mutating func add(_ finding: StorySearch.Finding, about offer: Int?) {
    guard let proposal = finding.proposal else {
      if finding.isPossible { untold += 1 }
      return
    }
    var evidence: Set<Evidence> = []
    for view in search.views(of: proposal) {
      for situation in view.situations {
        let profiles = OfferProfiles(situation, engine, keepsAll: true)
        evidence.formUnion(goalsShown(by: profiles).map { .goal($0) })
        evidence.formUnion(mutantsNoticed(by: profiles, in: view.storefronts))
      }
    }
    shown.formUnion(evidence)
    cases.append(Case(proposal: proposal, offer: offer, evidence: evidence))
  }

  /// Returns the goals that a customer shows, each of them alone if that is possible.
  private func goalsShown(by profiles: OfferProfiles) -> [Int] {
    profiles.offers.flatMap { offer in
      guard let profile = profiles[offer] else { return [Int]() }
      return goals.indices(ofOffer: offer).filter { index in
        goals.all[index].isShown(by: profile, alone: !dependent.contains(index))
      }
    }
  }

  /// Returns the mutants that a customer in some storefronts notices.
  private func mutantsNoticed(
    by profiles: OfferProfiles,
    in storefronts: [Storefront]
  ) -> [Evidence] {
    // No customer of another group notices a change of an offer.
    let group = profiles.situation.group
    let groups: Set<Symbol?> = [group, nil]
    return groups.flatMap { mutantsByGroup[$0] ?? [] }.flatMap { index in
      mutants[index].changesVerdict(profiles)
        ? mutants[index].counting(in: storefronts).map { .mutant(index, $0) } : []
    }
  }

  /// Removes cases that show nothing that others do not show.
  ///
  /// It begins with the first ones, because later ones were chosen for what these do not show.
  private mutating func removeSuperfluous() {
    var counts: [Evidence: Int] = [:]
    for item in cases {
      for shown in item.evidence { counts[shown, default: 0] += 1 }
    }
    cases = cases.filter { item in
      if item.evidence.contains(where: { counts[$0] == 1 }) { return true }
      for shown in item.evidence { counts[shown, default: 0] -= 1 }
      return false
    }
  }
}

extension CoverageGoal {
  fileprivate var rank: Int {
    switch kind {
    case .edge: 3 * offer
    case .fails: 3 * offer + 1
    case .holds: 3 * offer + 2
    }
  }
}
