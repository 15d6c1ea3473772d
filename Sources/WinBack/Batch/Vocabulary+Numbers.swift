import CEL

// The numbers that represent the values of facts, attributes and answers in rules.

extension Vocabulary {
  /// Returns whether a variable is a text that a symbol represents.
  func isText(_ id: VariableID) -> Bool {
    switch role(of: id) {
    case .fact(let fact): fact.fact.code == .product
    case .attribute, .answer: environment[id].type == .string
    case .offer, .policy: false
    }
  }

  func numbers(of id: VariableID) -> IntervalSet {
    environment[id].type == .bool ? IntervalSet(0...1) : .all
  }

  /// Returns the numbers of a domain's values; nil if a value has none, such as a text without a
  /// symbol.
  func numbers(of domain: Domain, _ id: VariableID, _ symbols: SymbolTable) -> IntervalSet? {
    switch domain.values {
    case .all: numbers(of: id)
    case .numbers(let numbers): numbers
    case .only(let values): points(values, id, symbols)
    case .except(let values): points(values, id, symbols)?.complement
    }
  }

  private func points(
    _ values: Set<Value>,
    _ id: VariableID,
    _ symbols: SymbolTable
  ) -> IntervalSet? {
    var points = IntervalSet.none
    for value in values {
      let number: Int64?
      switch (value, role(of: id)) {
      case (.double, _): return nil
      case (.string(let text), _) where isText(id):
        guard let symbol = symbols.find(text) else { return nil }
        number = Int64(symbol.index)
      case (_, .fact(let fact)): number = fact.number(of: value)
      case (_, .attribute), (_, .answer), (_, .offer), (_, .policy): number = value.number
      }
      // A text that no customer can have makes no difference.
      guard let number else { continue }
      points = points.union(IntervalSet(number...number))
    }
    return points
  }
}
