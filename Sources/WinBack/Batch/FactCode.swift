import CEL
import CalendarTime

/// Turns the values of a fact into the numbers that stand for them.
struct FactCode {
  let vocabulary: Vocabulary

  /// Returns the number of a value, which text that no customer can have does not have.
  ///
  /// - Parameters:
  ///   - value: A value of the fact.
  ///   - id: The fact.
  ///   - symbols: Takes text that rules compare products and attributes with.
  /// - Returns: The number; nil where there is none.
  func number(of value: Value, _ id: VariableID, _ symbols: inout SymbolTable) -> Int64? {
    switch value {
    case .int(let integer): return integer
    case .timestamp(let instant): return instant.milliseconds
    case .duration(let milliseconds): return milliseconds
    case .bool(let bool): return bool ? 1 : 0
    case .double, .list, .null: return nil
    case .string(let text):
      switch vocabulary.role(of: id) {
      case .fact(.state):
        return SubscriptionState(rawValue: text).map { Self.number(of: $0) }
      case .fact(.storefront):
        return Storefront(text).flatMap { $0.code == text ? Int64($0.packed) : nil }
      default: return Int64(symbols.intern(text).index)
      }
    }
  }

  /// Returns the number of a state.
  static func number(of state: SubscriptionState) -> Int64 {
    switch state {
    case .none: 0
    case .subscribed: 1
    case .revoked: 2
    case .inGracePeriod: 3
    case .inBillingRetryPeriod: 4
    case .expired: 5
    }
  }

  /// Returns all numbers that a fact may have.
  func numbers(of id: VariableID) -> IntervalSet {
    vocabulary.environment[id].type == .bool ? IntervalSet(0...1) : .all
  }

  /// Returns the numbers of a domain's values; nil where values have none.
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
