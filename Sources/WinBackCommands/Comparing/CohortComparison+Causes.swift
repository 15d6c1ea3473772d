import WinBack

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
