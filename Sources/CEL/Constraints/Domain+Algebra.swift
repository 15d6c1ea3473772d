extension Domain {
  /// Every value, and absence.
  package static let everything = Domain(.all, allowsAbsence: true)

  /// What is not in the domain, among the values of its variable and absence.
  package var complement: Domain {
    Domain(values.complement, allowsAbsence: !allowsAbsence)
  }

  /// Returns what is in one of the domains, or in both.
  package func union(_ other: Domain) -> Domain {
    Domain(values.union(other.values), allowsAbsence: allowsAbsence || other.allowsAbsence)
  }
}

extension Domain.Values {
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
    // A variable is of one type, so that only an empty domain is of another kind.
    case (.numbers, .only), (.numbers, .except): return self
    case (.only, .numbers), (.except, .numbers): return other
    }
  }

  /// The domain itself, or all values where none is excluded.
  private var simplified: Self {
    if case .except(let values) = self, values.isEmpty { .all } else { self }
  }
}
