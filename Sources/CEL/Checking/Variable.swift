/// A variable that expressions may read.
package struct Variable: Sendable, Hashable {
  /// The name as expressions write it, a path of identifiers such as `subscription.paidMonths`.
  package let name: String

  /// The type of its values.
  package let type: ValueType

  /// A Boolean value indicating whether it may be absent, so that `has` may ask for it.
  package let isOptional: Bool

  /// A Boolean value indicating whether it is the clock.
  ///
  /// Expressions may use the clock only in ways that keep their thresholds computable; see
  /// ``Expression/thresholds(of:in:_:)``.
  package let isClock: Bool

  /// Creates a variable.
  ///
  /// - Parameters:
  ///   - name: The name, a path of identifiers with dots between them.
  ///   - type: The type of its values.
  ///   - isOptional: Whether it may be absent.
  ///   - isClock: Whether the variable is the clock, whose type is `timestamp`.
  package init(
    _ name: String,
    _ type: ValueType,
    isOptional: Bool = false,
    isClock: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isClock = isClock
  }
}
