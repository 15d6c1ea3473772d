/// The position of a variable in its environment.
package struct VariableID: Sendable, Hashable, Comparable {
  /// The position, from 0.
  package let index: Int

  /// Creates the identity of the variable at a position.
  package init(index: Int) {
    self.index = index
  }

  /// Returns whether one variable stands before another in their environment.
  package static func < (lhs: VariableID, rhs: VariableID) -> Bool {
    lhs.index < rhs.index
  }
}
