/// The position of a variable in its environment.
public struct VariableID: Sendable, Hashable, Comparable {
  /// The position, from 0.
  public let index: Int

  /// Creates the identity of the variable at a position.
  package init(index: Int) {
    self.index = index
  }

  /// Returns whether one variable stands before another in their environment.
  public static func < (lhs: VariableID, rhs: VariableID) -> Bool {
    lhs.index < rhs.index
  }
}
