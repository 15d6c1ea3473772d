/// What is known of a variable when an expression is evaluated.
public enum Binding: Sendable, Hashable {
  /// The variable has this value.
  case value(Value)

  /// The variable is known to have no value; selecting it is a failure.
  case absent

  /// Whether the variable has a value, and which, cannot be told (F12).
  case unknown

  /// The variable has an integer value, of which only the least that it can be is known (F13).
  ///
  /// A comparison of the variable with a number is decided where it comes to the same for all integers
  /// from there on; whatever else reads the variable is unknown.
  case atLeast(Int64)
}
