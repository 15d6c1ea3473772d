/// The bindings that one variable can have: some values, absence, or both.
package struct Domain: Sendable, Hashable {
  package var allowsAbsence: Bool
  package var values: Values

  package enum Values: Sendable, Hashable {
    /// Ints, instants or durations, as numbers, times in milliseconds; doubles as their places in the
    /// order of doubles.
    case numbers(IntervalSet)

    /// Only these strings or bools.
    case only(Set<Value>)

    /// Every string except these; without any, every value of any type.
    case except(Set<Value>)

    package static let all = Values.except([])
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
    case .except: false
    }
  }

  /// Returns whether a binding is in the domain; a binding that is not fully known is not.
  package func contains(_ binding: Binding) -> Bool {
    switch binding {
    case .value(let value): values.contains(value)
    case .absent: allowsAbsence
    case .unknown, .range: false
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
    case .numbers(let numbers):
      if case .double(let double) = value {
        !double.isNaN && numbers.contains(double.orderedPlace)
      } else {
        value.ordinal.map(numbers.contains) ?? false
      }
    case .only(let values): values.contains(value)
    case .except(let values): !values.contains(value)
    }
  }

  fileprivate var complement: Self {
    switch self {
    case .numbers(let numbers): .numbers(numbers.complement)
    case .only(let values): .except(values)
    case .except(let values): .only(values)
    }
  }

  // A variable has one type, so only a domain with all values or none has another kind than numbers.

  fileprivate func intersection(_ other: Self) -> Self {
    switch (self, other) {
    case (.numbers(let lhs), .numbers(let rhs)): .numbers(lhs.intersection(rhs))
    case (.except(let lhs), .except(let rhs)): .except(lhs.union(rhs))
    case (.only(let values), _): .only(values.filter(other.contains))
    case (_, .only(let values)): .only(values.filter(contains))
    case (.numbers, .except): self
    case (.except, .numbers): other
    }
  }

  fileprivate func union(_ other: Self) -> Self {
    let union = complement.intersection(other.complement).complement
    return union == .numbers(.all) ? .all : union
  }
}

extension Double {
  /// The place of the double in the order of doubles: 0 for zero, and the neighbours of a double are
  /// one before and one after it.
  package var orderedPlace: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits >= 0 ? bits : .min &- bits
  }

  package init(orderedPlace place: Int64) {
    self.init(bitPattern: UInt64(bitPattern: place >= 0 ? place : .min &- place))
  }
}
