// The types of the operands and results of operators.

extension UnaryOperator {
  func takes(_ type: ValueType) -> Bool {
    switch self {
    case .not: type == .bool
    case .minus: type == .int || type == .double
    }
  }
}

extension ArithmeticOperator {
  /// Returns the type of the result, or nil if the operator does not accept the operands.
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
  func takes(_ left: ValueType, _ right: ValueType) -> Bool {
    switch self {
    case .equal, .notEqual: return left.isEquatable(to: right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return left.isOrdered && right.isOrdered && left.isEquatable(to: right)
    case .in:
      guard case .list(let element) = right else { return false }
      return left.isEquatable(to: element)
    }
  }
}

extension ValueType {
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

enum UnaryOperator: String, Sendable, Hashable {
  case not = "!"
  case minus = "-"
}

enum LogicalOperator: String, Sendable, Hashable {
  case and = "&&"
  case or = "||"

  /// The value of one operand that decides the result, whatever the others are.
  var absorbing: Bool { self == .or }
}

enum ArithmeticOperator: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// A Boolean value indicating whether the operator has terms as operands, not factors.
  var isAdditive: Bool { self == .add || self == .subtract }
}

package enum ComparisonOperator: String, Sendable, Hashable, CaseIterable,
  CustomStringConvertible
{
  /// Equal; an int and a double are equal when they are the same number.
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// Equal to an element of the list on the right.
  case `in`

  package var description: String { rawValue }
}
