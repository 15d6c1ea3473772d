/// An operator that computes a value from two.
enum ArithmeticOperator: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// A Boolean value indicating whether the operator stands between terms rather than factors.
  var isAdditive: Bool {
    self == .add || self == .subtract
  }
}
