import WinBack

/// All mutants of an engine, to find which a customer notices.
struct MutantTable: Sendable {
  let mutants: [Mutant]

  init(_ engine: EligibilityEngine) {
    mutants = Mutant.all(of: engine)
  }

  /// A mutant that a customer notices, in a storefront where each counts.
  struct Notice: Sendable, Hashable {
    /// The place of the mutant.
    let mutant: Int
    /// The storefront; nil for a mutant that one customer anywhere notices.
    let storefront: Storefront?
  }

  /// Returns what a customer notices who stands for some storefronts: the offers or their order are others.
  func noticed(by profiles: OfferProfiles, in storefronts: [Storefront]) -> Set<Notice> {
    var noticed: Set<Notice> = []
    for (index, mutant) in mutants.enumerated() where mutant.changesVerdict(profiles) {
      guard let counting = mutant.storefronts else {
        noticed.insert(Notice(mutant: index, storefront: nil))
        continue
      }
      for storefront in storefronts where counting.contains(storefront) {
        noticed.insert(Notice(mutant: index, storefront: storefront))
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
