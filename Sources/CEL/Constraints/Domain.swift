/// What one variable may be bound to: some values, or nothing at all.
package struct Domain: Sendable, Hashable {
  /// A Boolean value indicating whether the variable may be absent.
  package var allowsAbsence: Bool

  /// The values that it may have.
  package var values: Values

  /// Values of one type.
  package enum Values: Sendable, Hashable {
    /// Every value.
    case all

    /// Ints, instants or durations, as numbers; times are in milliseconds.
    case numbers(IntervalSet)

    /// These strings or bools alone.
    case only(Set<Value>)

    /// Every string but these.
    case except(Set<Value>)
  }

  /// Creates a domain.
  package init(_ values: Values, allowsAbsence: Bool = false) {
    self.values = values
    self.allowsAbsence = allowsAbsence
  }

  /// Absence alone.
  package static let absence = Domain(.only([]), allowsAbsence: true)

  /// Every value, but no absence.
  package static let presence = Domain(.all)

  /// A Boolean value indicating whether nothing is in the domain.
  package var isEmpty: Bool {
    switch values {
    case .numbers(let numbers): !allowsAbsence && numbers.isEmpty
    case .only(let values): !allowsAbsence && values.isEmpty
    case .all, .except: false
    }
  }

  /// Returns whether a binding is in the domain; one that is not wholly known is not.
  package func contains(_ binding: Binding) -> Bool {
    switch binding {
    case .value(let value): values.contains(value)
    case .absent: allowsAbsence
    case .unknown, .atLeast: false
    }
  }

  /// Returns what is in both domains, which are of variables of one type.
  package func intersection(_ other: Domain) -> Domain {
    Domain(
      values.intersection(other.values),
      allowsAbsence: allowsAbsence && other.allowsAbsence
    )
  }
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
    // A variable is of one type, so its domains are not of two kinds.
    case (.numbers, .except), (.except, .numbers): .only([])
    }
  }
}
