import CEL
package import WinBack

/// Makes a suite of scenarios for a catalog that shows every condition at its edges and notices
/// every small change, without superfluous scenarios.
package struct SuiteGenerator {
  private struct Case {
    let proposal: Proposal
    let offer: Int?
    let goals: Set<Int>
    let mutants: Set<MutantTable.Notice>
  }

  private let engine: EligibilityEngine
  private let search: StorySearch
  private let table: MutantTable
  private let goals: CoverageGoals
  private var cases: [Case] = []
  private var shown: Set<Int> = []
  /// The goals that no customer can show while all other conditions hold.
  private var dependent: Set<Int> = []
  private var noticed: Set<MutantTable.Notice> = []

  /// The number of conditions and changes without a story.
  package private(set) var untold: Int = 0

  /// Makes the suite of an engine's catalog, rules and policies.
  ///
  /// - Complexity: O(*g* · *o*) for *g* conditions and changes and *o* offers, on all processors.
  package init(for engine: EligibilityEngine) {
    self.engine = engine
    search = StorySearch(engine)
    table = MutantTable(of: engine)
    goals = CoverageGoals(engine)
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
    let findings = Array(goals).concurrentMap { search.search(for: $0) }
    for index in goals.indices where !findings[index].alone { dependent.insert(index) }
    // A customer at an edge shows most.
    for index in goals.indices.ordered(by: { goals[$0].rank < goals[$1].rank })
    where !shown.contains(index) {
      switch findings[index].finding {
      case .found(let proposal): add(proposal, about: goals[index].offer)
      case .untold: untold += 1
      case .impossible: continue
      }
    }
  }

  private mutating func addMutants() {
    let search = search
    // A customer in every storefront shows most.
    let mutants = table.mutants
    var open =
      mutants.indices.filter { mutants[$0].isEverywhere }
      + mutants.indices.filter { !mutants[$0].isEverywhere }
    while true {
      let mutants = open.compactMap { index in table.open(index, noticed).map { (index, $0) } }
      open = []
      for (index, finding) in mutants.concurrentMap({ ($0.0, search.search(for: $0.1)) }) {
        guard let before = table.open(index, noticed) else { continue }
        switch finding {
        case .found(let proposal): add(proposal, about: before.offer)
        case .untold: untold += 1
        case .impossible: continue
        }
        // Your own rules can need other customers in other storefronts.
        if let left = table.open(index, noticed), left.storefronts != before.storefronts {
          open.append(index)
        }
      }
      guard !open.isEmpty else { return }
    }
  }

  private mutating func add(_ proposal: Proposal, about offer: Int?) {
    var shownHere: Set<Int> = []
    var noticedHere: Set<MutantTable.Notice> = []
    for view in search.views(of: proposal) {
      for situation in view.situations {
        let profiles = OfferProfiles(situation, engine, keepsAll: true)
        shownHere.formUnion(goalsShown(by: profiles))
        noticedHere.formUnion(table.noticed(by: profiles, in: view.storefronts))
      }
    }
    shown.formUnion(shownHere)
    noticed.formUnion(noticedHere)
    cases.append(Case(proposal: proposal, offer: offer, goals: shownHere, mutants: noticedHere))
  }

  /// Returns the goals that a customer shows, each of them alone if that is possible.
  private func goalsShown(by profiles: OfferProfiles) -> Set<Int> {
    var shown: Set<Int> = []
    for offer in profiles.offers {
      guard let profile = profiles[offer] else { continue }
      for index in goals.indices(ofOffer: offer)
      where goals[index].isShown(by: profile, alone: !dependent.contains(index)) {
        shown.insert(index)
      }
    }
    return shown
  }

  /// Removes cases that show nothing that others do not show.
  ///
  /// It begins with the first ones, because later ones were chosen for what these do not show.
  private mutating func removeSuperfluous() {
    var counts = (goals: [Int: Int](), mutants: [MutantTable.Notice: Int]())
    for item in cases {
      for goal in item.goals { counts.goals[goal, default: 0] += 1 }
      for mutant in item.mutants { counts.mutants[mutant, default: 0] += 1 }
    }
    var kept: [Case] = []
    for item in cases {
      let isNeeded =
        item.goals.contains { counts.goals[$0] == 1 }
        || item.mutants.contains { counts.mutants[$0] == 1 }
      if isNeeded {
        kept.append(item)
      } else {
        for goal in item.goals { counts.goals[goal, default: 0] -= 1 }
        for mutant in item.mutants { counts.mutants[mutant, default: 0] -= 1 }
      }
    }
    cases = kept
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
