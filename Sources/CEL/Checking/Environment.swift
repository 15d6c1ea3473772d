/// The variables that expressions may read.
package struct Environment: Sendable {
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
  /// - Returns: The variable.
  package subscript(id: VariableID) -> Variable {
    variables[id.index]
  }

  /// Returns the identity of the variable of a name.
  ///
  /// - Parameter name: The whole name, such as `subscription.paidMonths`.
  /// - Returns: The identity; nil if there is no such variable.
  package func id(of name: String) -> VariableID? {
    ids[name]
  }

  /// Returns whether a name is the beginning of the names of variables.
  func isNamespace(_ name: String) -> Bool {
    variables.contains { $0.name.hasPrefix(name + ".") }
  }
}
