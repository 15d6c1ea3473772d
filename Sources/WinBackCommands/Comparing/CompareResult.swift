import CalendarTime
import WinBack

/// All that a comparison has to tell.
struct CompareResult: Sendable {
  /// A cohort and the instant at which its customers were asked about.
  struct Cohort: Sendable {
    let file: String
    let asOf: Instant
    let comparison: CohortComparison
  }

  let comparison: CatalogComparison
  let offers: [OfferComparison]
  let orderChanges: [OrderChange]
  let cohort: Cohort?

  init(_ comparison: CatalogComparison, cohort: Cohort?) {
    self.comparison = comparison
    offers = comparison.offers()
    orderChanges = comparison.orderChanges()
    self.cohort = cohort
  }

  /// The offers of which there is something to tell.
  var changedOffers: [OfferComparison] {
    offers.filter { $0.change != .same || !$0.edits.isEmpty || !$0.changedRules.isEmpty }
  }

  /// The movements of which there is something to tell, in the order of groups and identifiers.
  var movements: [(key: OfferKey, movement: CohortComparison.Movement)] {
    guard let cohort else { return [] }
    return cohort.comparison.movements.filter { _, movement in
      !movement.gained.isEmpty || !movement.lost.isEmpty || movement.reordered.count > 0
    }.map { ($0.key, $0.value) }.sorted { $0.key < $1.key }
  }
}

extension CohortComparison.Cause {
  /// The cause in a few words, for customers who gain or lose an offer.
  func text(gains: Bool) -> String {
    switch self {
    case .offer: gains ? "the offer is new" : "the offer is gone"
    case .product: "a product that the other catalog does not have"
    case .rules(let rules): rules.joined(separator: ", ")
    }
  }

  /// The rules of the cause.
  var rules: [String] {
    if case .rules(let rules) = self { rules } else { [] }
  }

  /// The kind of the cause, for programs.
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
    map { (cause: $0.key, customers: $0.value) }.sorted { lhs, rhs in
      lhs.customers.count == rhs.customers.count
        ? lhs.cause.text(gains: true) < rhs.cause.text(gains: true)
        : lhs.customers.count > rhs.customers.count
    }
  }

  /// How many customers there are in all.
  var count: Int { values.reduce(0) { $0 + $1.count } }
}
