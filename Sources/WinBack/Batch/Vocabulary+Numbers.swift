import CEL

// The numbers that represent the values that rules compare facts, attributes and answers with.

extension Vocabulary {
  /// Returns the number of a value, which text that no customer can have does not have.
  private func number(
    of value: Value,
    _ id: VariableID,
    _ symbols: inout SymbolTable
  ) -> Int64? {
    if case .fact(let fact) = role(of: id) { return fact.number(of: value, &symbols) }
    guard case .string(let text) = value else { return value.number }
    return Int64(symbols.intern(text).index)
  }

  /// Returns all numbers that a fact may have.
  func numbers(of id: VariableID) -> IntervalSet {
    environment[id].type == .bool ? IntervalSet(0...1) : .all
  }

  /// Returns the numbers of a domain's values; nil if values have none.
  func numbers(
    of domain: Domain,
    _ id: VariableID,
    _ symbols: inout SymbolTable
  ) -> IntervalSet? {
    switch domain.values {
    case .all: numbers(of: id)
    case .numbers(let numbers): numbers
    case .only(let values): points(values, id, &symbols)
    case .except(let values): points(values, id, &symbols)?.complement
    }
  }

  private func points(
    _ values: Set<Value>,
    _ id: VariableID,
    _ symbols: inout SymbolTable
  ) -> IntervalSet? {
    var points = IntervalSet.none
    for value in values {
      if case .double = value { return nil }
      // A text that no customer can have makes no difference.
      guard let number = number(of: value, id, &symbols) else { continue }
      points = points.union(IntervalSet(number...number))
    }
    return points
  }
}
