/// An operator that compares two values.
package enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  /// Equal; an int and a double are equal when they are the same number.
  case equal = "=="

  /// Not equal.
  case notEqual = "!="

  /// Less than, or before.
  case less = "<"

  /// Less than or equal, or not after.
  case lessOrEqual = "<="

  /// Greater than, or after.
  case greater = ">"

  /// Greater than or equal, or not before.
  case greaterOrEqual = ">="

  /// Equal to an element of the list on the right.
  case `in`
}

extension ComparisonOperator: CustomStringConvertible {
  /// The operator as expressions write it.
  package var description: String { rawValue }
}
