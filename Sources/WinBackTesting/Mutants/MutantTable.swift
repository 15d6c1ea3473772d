import WinBack

/// All mutants of an engine, sorted by what they are about, to find quickly which a customer notices.
struct MutantTable: Sendable {
  let mutants: [Mutant]
  /// The places of the mutants of each offer's criteria.
  private var criteria: [[Int]]
  /// The places of the mutants that change each offer's place.
  private var orders: [[Int]]
  private var rules: [(mutant: Int, rule: Int)] = []

  init(_ engine: EligibilityEngine) {
    mutants = Mutant.all(of: engine)
    criteria = Array(repeating: [], count: engine.programs.count)
    orders = criteria
    for (index, mutant) in mutants.enumerated() {
      switch (mutant.change, mutant.offer) {
      case (.criteria, let offer?), (.another, let offer?): criteria[offer].append(index)
      case (.withoutRule(let rule), _): rules.append((index, rule))
      case (.order, let offer?): orders[offer].append(index)
      case (.order, nil), (.criteria, nil), (.another, nil): continue
      }
    }
  }

  /// Returns the places of the mutants for which the offers of a customer, or their order, are others.
  ///
  /// - Parameters:
  ///   - situation: The customer.
  ///   - profiles: What the customer's offers come to, by their places.
  /// - Returns: The places.
  func noticed(by situation: Snapshot, _ profiles: [Int: OfferProfile]) -> Set<Int> {
    var noticed: Set<Int> = []
    for (offer, profile) in profiles {
      for index in criteria[offer] where mutants[index].changesVerdict(profile, situation) {
        noticed.insert(index)
      }
      for (index, rule) in rules
      where profile.truth(ofRule: rule) != .holds && profile.holds(exceptRule: rule) {
        noticed.insert(index)
      }
    }
    let eligible = profiles.filter { $0.value.verdict == .eligible }.keys.sorted()
    for (place, offer) in eligible.enumerated() {
      // An offer that passes others passes a neighbour first.
      let neighbours = [place - 1, place + 1].filter(eligible.indices.contains).map { eligible[$0] }
      for order in orders[offer] {
        guard case .order(let passed) = mutants[order].change else { continue }
        if neighbours.contains(where: passed.contains) { noticed.insert(order) }
      }
    }
    return noticed
  }
}
