/// What is known of a variable when an expression is evaluated.
public enum Binding: Sendable, Hashable {
  /// The variable has this value.
  case value(Value)

  /// The variable is known to have no value; selecting it is a failure.
  case absent

  /// Whether the variable has a value, and which, cannot be told (F12).
  case unknown
}
