/// The bindings that one variable can have: some values, absence, or both.
package struct Domain: Sendable, Hashable {
  package var allowsAbsence: Bool
  package var values: Values

  package enum Values: Sendable, Hashable {
    case all

    /// Ints, instants or durations, as numbers; times are in milliseconds.
    case numbers(IntervalSet)

    /// Only these strings or bools.
    case only(Set<Value>)

    /// Every string except these.
    case except(Set<Value>)
  }

  package init(_ values: Values, allowsAbsence: Bool = false) {
    self.values = values
    self.allowsAbsence = allowsAbsence
  }

  package static let everything = Domain(.all, allowsAbsence: true)
  package static let absence = Domain(.only([]), allowsAbsence: true)
  package static let presence = Domain(.all)

  package var isEmpty: Bool {
    switch values {
    case .numbers(let numbers): !allowsAbsence && numbers.isEmpty
    case .only(let values): !allowsAbsence && values.isEmpty
    case .all, .except: false
    }
  }

  /// Returns whether a binding is in the domain; a binding that is not fully known is not.
  package func contains(_ binding: Binding) -> Bool {
    switch binding {
    case .value(let value): values.contains(value)
    case .absent: allowsAbsence
    case .unknown, .atLeast: false
    }
  }

  /// Returns the bindings that are in both domains, which belong to variables of one type.
  package func intersection(_ other: Domain) -> Domain {
    Domain(values.intersection(other.values), allowsAbsence: allowsAbsence && other.allowsAbsence)
  }

  package func union(_ other: Domain) -> Domain {
    Domain(values.union(other.values), allowsAbsence: allowsAbsence || other.allowsAbsence)
  }

  package var complement: Domain { Domain(values.complement, allowsAbsence: !allowsAbsence) }
}

extension Domain.Values {
  fileprivate func contains(_ value: Value) -> Bool {
    switch self {
    case .all: true
    case .numbers(let numbers): value.ordinal.map(numbers.contains) ?? false
    case .only(let values): values.contains(value)
    case .except(let values): !values.contains(value)
    }
  }

  fileprivate func intersection(_ other: Self) -> Self {
    switch (self, other) {
    case (.all, _): other
    case (_, .all): self
    case (.numbers(let lhs), .numbers(let rhs)): .numbers(lhs.intersection(rhs))
    case (.except(let lhs), .except(let rhs)): .except(lhs.union(rhs))
    case (.only(let values), _): .only(values.filter(other.contains))
    case (_, .only(let values)): .only(values.filter(contains))
    // A variable has one type, so its domains have one kind.
    case (.numbers, .except), (.except, .numbers): .only([])
    }
  }

  fileprivate var complement: Self {
    switch self {
    case .all: .only([])
    case .numbers(let numbers): .numbers(numbers.complement)
    case .only(let values): values.isEmpty ? .all : .except(values)
    case .except(let values): .only(values)
    }
  }

  fileprivate func union(_ other: Self) -> Self {
    switch (self, other) {
    case (.all, _), (_, .all): return .all
    case (.numbers(let lhs), .numbers(let rhs)):
      let union = lhs.union(rhs)
      return union == .all ? .all : .numbers(union)
    case (.only(let lhs), .only(let rhs)): return .only(lhs.union(rhs))
    case (.except(let lhs), .except(let rhs)): return Self.except(lhs.intersection(rhs)).simplified
    case (.except(let excluded), .only(let values)), (.only(let values), .except(let excluded)):
      return Self.except(excluded.subtracting(values)).simplified
    // A variable has one type, so only an empty domain has another kind.
    case (.numbers, .only), (.numbers, .except): return self
    case (.only, .numbers), (.except, .numbers): return other
    }
  }

  private var simplified: Self {
    if case .except(let values) = self, values.isEmpty { .all } else { self }
  }
}
