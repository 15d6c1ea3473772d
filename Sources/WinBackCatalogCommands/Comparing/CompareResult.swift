struct CompareResult: Sendable {
  struct Cohort: Sendable {
    let file: String
    let asOf: Instant
    let comparison: CohortComparison
    /// The offers that are counted at this instant; nil for all.
    var offers: Set<OfferKey>?

    /// The movements of the offers that are counted, in the order of groups and identifiers.
    var allMovements: [(key: OfferKey, value: CohortComparison.Movement)] {
      comparison.movements.filter { offers?.contains($0.key) ?? true }.ordered { $0.key < $1.key }
    }

    /// The movements of which there is something to tell.
    var movements: [(key: OfferKey, value: CohortComparison.Movement)] {
      allMovements.filter { _, movement in
        !(movement.gained.isEmpty && movement.lost.isEmpty && movement.reordered.count == 0)
      }
    }
  }

  let comparison: CatalogComparison
  let names: CatalogNames
  let offers: [OfferComparison]
  let orderChanges: [OrderChange]
  /// The customers, each time that they are counted, the first instant first.
  var cohorts: [Cohort] = []

  init(from: EligibilityEngine, to: EligibilityEngine) {
    comparison = CatalogComparison(from: from, to: to)
    names = CatalogNames(from, to)
    offers = comparison.offers()
    orderChanges = comparison.orderChanges()
  }

  var changedOffers: [OfferComparison] {
    offers.filter { $0.change != .same || !$0.edits.isEmpty || !$0.changedRules.isEmpty }
  }

  /// Returns the attributes of customers that the rules of both sides read, each once.
  static func attributes(
    of from: EligibilityEngine,
    and to: EligibilityEngine,
    orThrow failure: (String) -> CommandFailure
  ) throws(CommandFailure) -> [RuleSet.Attribute] {
    var attributes = from.rules.ruleSet.attributes
    for attribute in to.rules.ruleSet.attributes where !attributes.contains(attribute) {
      if let other = attributes.first(where: { $0.name == attribute.name }) {
        throw failure(
          "expected one type of the attribute '\(attribute.name)' in the rules of both sides, "
            + "found \(other.type) and \(attribute.type)"
        )
      }
      attributes.append(attribute)
    }
    return attributes
  }
}

extension CohortComparison.Cause {
  func text(gains: Bool) -> String {
    switch self {
    case .offer: gains ? "the offer is new" : "the offer is gone"
    case .product: "a product that the other catalog does not have"
    case .rules(let rules): rules.joined(separator: ", ")
    }
  }

  var rules: [String] { if case .rules(let rules) = self { rules } else { [] } }

  var name: String {
    switch self {
    case .offer: "offer"
    case .product: "product"
    case .rules: "rules"
    }
  }
}

extension [CohortComparison.Cause: CohortComparison.Customers] {
  /// The causes with their customers, most customers first.
  var sortedByCount: [(cause: CohortComparison.Cause, customers: CohortComparison.Customers)] {
    map { (cause: $0.key, customers: $0.value) }.ordered {
      ($1.customers.count, $0.cause.text(gains: true))
        < ($0.customers.count, $1.cause.text(gains: true))
    }
  }

  var count: Int { values.reduce(0) { $0 + $1.count } }
}
