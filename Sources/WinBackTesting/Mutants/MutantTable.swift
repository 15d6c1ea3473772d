import WinBack

/// All mutants of an engine, sorted by what they are about, to find quickly which a customer notices.
struct MutantTable: Sendable {
  let mutants: [Mutant]
  /// The places of the mutants of each offer's criteria.
  private var criteria: [[Int]]
  private var orders: [Int] = []
  private var rules: [(mutant: Int, rule: Int)] = []

  init(_ engine: EligibilityEngine) {
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
  ///
  /// - Parameters:
  ///   - situation: The customer.
  ///   - profiles: What the customer's offers come to, by their places.
  /// - Returns: The places.
  func noticed(by situation: Snapshot, _ profiles: [Int: OfferProfile]) -> Set<Int> {
    var noticed: Set<Int> = []
    var eligible: Set<Int> = []
    for (offer, profile) in profiles {
      if profile.verdict == .eligible { eligible.insert(offer) }
      for index in criteria[offer] where mutants[index].changesVerdict(profile, situation) {
        noticed.insert(index)
      }
      for (index, rule) in rules
      where profile.truth(ofRule: rule) != .holds && profile.holds(exceptRules: [rule]) {
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
