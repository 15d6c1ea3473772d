// The types that operators take, and the types of their results.

extension ArithmeticOperator {
  /// Returns the type of the result, or nil if the operator does not take such operands.
  func result(_ left: ValueType, _ right: ValueType) -> ValueType? {
    switch (self, left, right) {
    case (_, .int, .int): .int
    case (.remainder, _, _): nil
    case (_, .double, .double): .double
    case (.add, .string, .string): .string
    case (.add, .list, .list): left.joined(with: right)
    case (.add, .timestamp, .duration), (.add, .duration, .timestamp): .timestamp
    case (.subtract, .timestamp, .duration): .timestamp
    case (.subtract, .timestamp, .timestamp): .duration
    case (.add, .duration, .duration), (.subtract, .duration, .duration): .duration
    default: nil
    }
  }
}

extension ComparisonOperator {
  /// Returns whether the operator takes such operands.
  func takes(_ left: ValueType, _ right: ValueType) -> Bool {
    switch self {
    case .equal, .notEqual:
      return left.isEquatable(to: right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return left.isOrdered && right.isOrdered && left.isEquatable(to: right)
    case .in:
      guard case .list(let element) = right else { return false }
      return left.isEquatable(to: element)
    }
  }
}

extension ValueType {
  /// A Boolean value indicating whether one value of the type can be less than another.
  fileprivate var isOrdered: Bool {
    switch self {
    case .bool, .int, .double, .string, .timestamp, .duration: true
    case .null, .list, .nothing: false
    }
  }

  /// Returns whether values of the two types can be equal, as an int and a double can.
  fileprivate func isEquatable(to other: ValueType) -> Bool {
    switch (self, other) {
    case (.int, .double), (.double, .int), (.nothing, _), (_, .nothing): true
    case (.list(let lhs), .list(let rhs)): lhs.isEquatable(to: rhs)
    default: self == other
    }
  }
}
