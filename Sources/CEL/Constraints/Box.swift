/// A conjunction of constraints on single variables.
///
/// In a space with one dimension for each variable it is a box. Where it constrains the number of
/// paid months to 3 or more and the storefront to two countries, it holds all customers for which
/// both are so, whatever else they are.
package struct Box: Sendable, Hashable {
  /// The domains of the variables that are constrained; all others may be bound to anything.
  package private(set) var domains: [VariableID: Domain] = [:]

  /// A box without constraints.
  package static let everything = Box()

  private init() {}

  /// Creates a box that constrains one variable.
  package init(_ variable: VariableID, _ domain: Domain) {
    domains = [variable: domain]
  }

  /// Constrains one variable to a domain; nil leaves it free.
  mutating func setDomain(_ domain: Domain?, of variable: VariableID) {
    domains[variable] = domain
  }

  /// Constrains one variable to a domain, beside what already constrains it.
  mutating func constrain(_ variable: VariableID, to domain: Domain) {
    domains[variable] = domains[variable]?.intersection(domain) ?? domain
  }

  /// A Boolean value indicating whether no bindings are in the box.
  package var isEmpty: Bool {
    domains.values.contains { $0.isEmpty }
  }

  /// Returns whether bindings are in the box.
  package func contains(_ bindings: (VariableID) -> Binding) -> Bool {
    domains.allSatisfy { variable, domain in domain.contains(bindings(variable)) }
  }

  /// Returns the box of what is in both boxes.
  package func intersection(_ other: Box) -> Box {
    var box = self
    for (variable, domain) in other.domains { box.constrain(variable, to: domain) }
    return box
  }
}
