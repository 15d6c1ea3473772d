import CEL

/// The values of a criterion for which its conditions hold, by the only fact that they read.
///
/// It evaluates the rules themselves, once for each range of numbers with the same result.
struct CriterionTable: Sendable {
  let fact: FactVariable

  /// The values for which the conditions hold, and those for which they do not fail, as bits by the
  /// index.
  struct Values: Sendable, Hashable {
    var holding: UInt32 = 0
    var possible: UInt32 = 0

    /// Returns the values that hold in both of two cases, and those that do not fail in both.
    func agreeing(with other: Values) -> Values {
      Values(holding: holding & other.holding, possible: possible | other.possible)
    }
  }

  /// The values for ranges of numbers.
  private struct Ranges {
    /// The first numbers of the ranges, without that of the first range.
    let edges: ContiguousArray<Int64>
    let values: ContiguousArray<Values>

    init(_ edges: Set<Int64>, _ values: (Int64) -> Values) {
      self.edges = ContiguousArray(edges.ordered())
      let below = (self.edges.first ?? 1) - 1
      self.values = ContiguousArray(([below] + self.edges).map(values))
    }

    subscript(number: Int64) -> Values { values[edges.indices.end { edges[$0] <= number }] }
  }

  private let numbers: Ranges
  /// The conditions with each value, if one has several comparisons, so that they are evaluated as they
  /// are for a range; else empty.
  private let compounds: [[Expression]]
  private let absent: Values
  private let unknown: Values

  /// Solves a criterion's conditions with each of its values; nil if they read several facts, or
  /// none, or cannot be solved.
  init?(_ conditions: [[Expression]], _ vocabulary: Vocabulary) {
    let read = Set(conditions.joined().flatMap { $0.variables })
    guard read.count == 1, let id = read.first, case .fact(let fact) = vocabulary.role(of: id)
    else { return nil }
    self.fact = fact
    switch (fact.fact.source, fact.fact.code) {
    case (.latestPurchase, .instant), (.latestPurchase, .integer), (.paidService, _),
      (.offerRedemptions, _):
      break
    case (.latestPurchase, _), (.clock, _), (.statuses, _), (.allTransactions, _),
      (.wholeHistory, _), (.offerPrices, _):
      return nil
    }
    let symbols = SymbolTable()
    var edges: Set<Int64> = []
    var isCompound = conditions.contains { $0.filter { $0.constant == nil }.count > 1 }
    for condition in conditions.joined() where condition.constant == nil {
      guard let solved = Condition(condition, vocabulary, symbols) else { return nil }
      for range in solved.ranges + solved.undecided {
        if range.lowerBound > .min { edges.insert(range.lowerBound) }
        if range.upperBound < .max { edges.insert(range.upperBound + 1) }
      }
      isCompound = isCompound || solved.isCompound
    }
    numbers = Ranges(edges) {
      Self.values(of: conditions, for: .value(fact.value(of: $0, symbols)))
    }
    compounds = isCompound ? conditions : []
    absent = Self.values(of: conditions, for: .absent)
    unknown = Self.values(of: conditions, for: .unknown)
  }

  private static func values(of conditions: [[Expression]], for binding: Binding) -> Values {
    var values = Values()
    for (index, conditions) in conditions.enumerated() {
      let truth = conditions.conjunction { condition in condition.truth { _ in binding } }
      if truth == .holds { values.holding |= 1 << UInt32(index) }
      if truth != .fails { values.possible |= 1 << UInt32(index) }
    }
    return values
  }

  func values(for value: FactValue) -> Values {
    switch value {
    case .number(let number): numbers[number]
    case .range(let range, let mayBeAbsent):
      values(for: range, mayBeAbsent: mayBeAbsent)
    case .absent: absent
    case .unknown: unknown
    }
  }

  private func values(for range: ClosedRange<Int64>, mayBeAbsent: Bool) -> Values {
    guard compounds.isEmpty else {
      return Self.values(of: compounds, for: .range(range, mayBeAbsent: mayBeAbsent))
    }
    let values = numbers[range.lowerBound].agreeing(with: numbers[range.upperBound])
    return mayBeAbsent ? values.agreeing(with: absent) : values
  }
}
