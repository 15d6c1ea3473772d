/// The variables that expressions can read.
package final class Environment: Sendable {
  /// The variables, in the order in which the environment was given them.
  package let variables: [Variable]
  private let ids: [String: VariableID]

  /// Creates an environment.
  ///
  /// - Parameter variables: The variables; of two with one name, only the first can be read.
  package init(_ variables: [Variable]) {
    self.variables = variables
    ids = Dictionary(
      keepingFirst: variables.indices.map { (variables[$0].name, VariableID(index: $0)) }
    )
  }

  /// Returns a variable.
  ///
  /// - Parameter id: The identity of one of the variables of this environment.
  package subscript(id: VariableID) -> Variable { variables[id.index] }

  /// Returns the identity of the variable with a name.
  ///
  /// - Parameter name: The whole name, such as `subscription.paidMonths`.
  /// - Returns: The identity; nil if there is no such variable.
  package func id(of name: String) -> VariableID? { ids[name] }

  /// Returns whether a name is the beginning of the names of variables.
  func isNamespace(_ name: String) -> Bool { variables.contains { $0.name.hasPrefix(name + ".") } }
}

/// A variable that expressions can read.
package struct Variable: Sendable, Hashable {
  /// The name as expressions write it, a path of identifiers such as `subscription.paidMonths`.
  package let name: String
  package let type: ValueType

  /// A Boolean value indicating whether it can be absent, so that `has` can test it.
  package let isOptional: Bool

  /// A Boolean value indicating whether it is the clock.
  ///
  /// Expressions can use the clock only in ways that keep their thresholds computable; see
  /// ``Expression/thresholds(of:in:_:)``.
  package let isClock: Bool

  /// Creates a variable.
  ///
  /// The name is a path of identifiers with dots between them. The type of the clock is `timestamp`.
  package init(_ name: String, _ type: ValueType, isOptional: Bool = false, isClock: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isClock = isClock
  }
}

/// The identity of a variable: its index in its environment.
package struct VariableID: Sendable, Hashable, Comparable {
  package let index: Int

  /// Creates the identity of the variable at an index.
  package init(index: Int) { self.index = index }

  /// Returns whether one variable comes before another in their environment.
  package static func < (lhs: VariableID, rhs: VariableID) -> Bool { lhs.index < rhs.index }
}
