/// What is known of a variable when an expression is evaluated.
package enum Binding: Sendable, Hashable {
  /// The variable has this value.
  case value(Value)

  /// The variable is known to have no value; selecting it is a failure.
  case absent

  /// It is not known whether the variable has a value, and which one (F12).
  case unknown

  /// The variable has an integer value, and only its minimum is known (F13).
  ///
  /// A comparison of the variable with a number is decided if it has the same result for all
  /// integers from that minimum on. Every other use of the variable is unknown.
  case atLeast(Int64)
}
