import WinBack

/// All mutants of an engine, sorted by what they are about, to find quickly which a customer notices.
struct MutantTable: Sendable {
  private let engine: EligibilityEngine
  let mutants: [Mutant]
  /// The places of the mutants of each offer's criteria.
  private var criteria: [[Int]]
  private var orders: [Int] = []
  private var rules: [(mutant: Int, rule: Int)] = []

  init(_ engine: EligibilityEngine) {
    self.engine = engine
    mutants = Mutant.all(of: engine)
    criteria = Array(repeating: [], count: engine.programs.count)
    for (index, mutant) in mutants.enumerated() {
      switch (mutant.change, mutant.offer) {
      case (.criteria, let offer?), (.another, let offer?): criteria[offer].append(index)
      case (.withoutRule(let rule), _): rules.append((index, rule))
      case (.order, _), (.criteria, nil), (.another, nil): orders.append(index)
      }
    }
  }

  /// Returns the places of the mutants for which the offers of a customer, or their order, are others.
  func noticed(by situation: Snapshot) -> Set<Int> {
    var noticed: Set<Int> = []
    var eligible: Set<Int> = []
    for (offer, program) in engine.programs.enumerated()
    where program.offer.group == situation.group {
      let profile = OfferProfile(situation, program)
      if situation.verdict(on: program) == .eligible { eligible.insert(offer) }
      for index in criteria[offer]
      where mutants[index].changesVerdict(profile, situation, program) {
        noticed.insert(index)
      }
      for (index, rule) in rules
      where profile.outcome(ofRule: rule) != true && profile.holds(exceptRules: [rule]) {
        noticed.insert(index)
      }
    }
    guard eligible.count > 1 else { return noticed }
    for index in orders {
      guard case .order(let order) = mutants[index].change,
        let offer = mutants[index].offer, eligible.contains(offer)
      else { continue }
      let listed = order.filter(eligible.contains)
      if listed != listed.sorted() { noticed.insert(index) }
    }
    return noticed
  }
}
