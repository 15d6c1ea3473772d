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

  /// A mutant that a customer notices, in a storefront where each counts.
  struct Notice: Sendable, Hashable {
    /// The place of the mutant.
    let mutant: Int
    /// The storefront; nil for a mutant that one customer anywhere notices.
    let storefront: Storefront?
  }

  /// Returns the mutants for which the offers of a customer, or their order, are others.
  ///
  /// - Parameters:
  ///   - situation: The customer.
  ///   - storefronts: The storefronts for which the customer stands.
  ///   - profiles: What the customer's offers come to, by their places.
  /// - Returns: What is noticed.
  func noticed(
    by situation: Snapshot,
    in storefronts: [Storefront],
    _ profiles: [Int: OfferProfile]
  ) -> Set<Notice> {
    var noticed: Set<Notice> = []
    for (offer, profile) in profiles {
      for index in criteria[offer] where mutants[index].changesVerdict(profile, situation) {
        if let counting = mutants[index].storefronts {
          for storefront in storefronts where counting.contains(storefront) {
            noticed.insert(Notice(mutant: index, storefront: storefront))
          }
        } else {
          noticed.insert(Notice(mutant: index, storefront: nil))
        }
      }
      for (index, rule) in rules
      where profile.truth(ofRule: rule) != .holds && profile.holds(exceptRule: rule) {
        noticed.insert(Notice(mutant: index, storefront: nil))
      }
    }
    let eligible = profiles.filter { $0.value.verdict == .eligible }.keys.sorted()
    for (place, offer) in eligible.enumerated() {
      // An offer that passes others passes a neighbour first.
      let neighbours = [place - 1, place + 1].filter(eligible.indices.contains).map { eligible[$0] }
      for order in orders[offer] {
        guard case .order(let passed) = mutants[order].change else { continue }
        if neighbours.contains(where: passed.contains) {
          noticed.insert(Notice(mutant: order, storefront: nil))
        }
      }
    }
    return noticed
  }

  /// Returns a mutant with the storefronts in which nobody notices it yet; nil if it is noticed.
  func open(_ index: Int, _ noticed: Set<Notice>) -> Mutant? {
    var mutant = mutants[index]
    guard let storefronts = mutant.storefronts else {
      return noticed.contains(Notice(mutant: index, storefront: nil)) ? nil : mutant
    }
    let open = storefronts.filter { !noticed.contains(Notice(mutant: index, storefront: $0)) }
    mutant.storefronts = open
    return open.isEmpty ? nil : mutant
  }
}
