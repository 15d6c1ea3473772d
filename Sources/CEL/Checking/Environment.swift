/// The variables that expressions can read.
package final class Environment: Sendable {
  package let variables: [Variable]
  private let ids: [String: VariableID]

  /// Only the first of two variables with one name can be read.
  package init(_ variables: [Variable]) {
    self.variables = variables
    ids = Dictionary(
      keepingFirst: variables.indices.map { (variables[$0].name, VariableID(index: $0)) }
    )
  }

  package subscript(id: VariableID) -> Variable { variables[id.index] }

  package func id(of name: String) -> VariableID? { ids[name] }

  func isNamespace(_ name: String) -> Bool { variables.contains { $0.name.hasPrefix(name + ".") } }
}

package struct Variable: Sendable, Hashable {
  /// The name as expressions write it, a path of identifiers such as `subscription.paidMonths`.
  package let name: String
  package let type: ValueType

  /// A Boolean value indicating whether it can be absent, so that `has` can test it.
  package let isOptional: Bool

  /// Expressions can use the clock only in ways that keep their thresholds computable; see
  /// ``Expression/thresholds(of:in:_:)``.
  package let isClock: Bool

  /// The type of the clock is `timestamp`.
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

  package init(index: Int) { self.index = index }

  package static func < (lhs: VariableID, rhs: VariableID) -> Bool { lhs.index < rhs.index }
}
