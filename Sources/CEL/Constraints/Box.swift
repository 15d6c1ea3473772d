/// A conjunction of constraints on single variables.
///
/// It is a box in a space with one dimension for each variable. A box with 3 or more paid months
/// and two storefronts contains all customers who have both, whatever their other variables are.
package struct Box: Sendable, Hashable {
  /// The domains of the variables that are constrained; all others can have any binding.
  package private(set) var domains: [VariableID: Domain] = [:]

  package static let everything = Box([:])

  package init(_ variable: VariableID, _ domain: Domain) { domains = [variable: domain] }

  mutating func constrain(_ variable: VariableID, to domain: Domain) {
    domains[variable] = domains[variable]?.intersection(domain) ?? domain
  }

  package var isEmpty: Bool { domains.values.contains { $0.isEmpty } }

  package func contains(_ bindings: (VariableID) -> Binding) -> Bool {
    domains.allSatisfy { variable, domain in domain.contains(bindings(variable)) }
  }

  package func intersection(_ other: Box) -> Box {
    var box = self
    for (variable, domain) in other.domains { box.constrain(variable, to: domain) }
    return box
  }

  package init(_ domains: [VariableID: Domain]) {
    self.domains = domains.filter { $0.value != .everything }
  }

  package subscript(variable: VariableID) -> Domain {
    get { domains[variable] ?? .everything }
    set { domains[variable] = newValue == .everything ? nil : newValue }
  }

  /// Returns the parts of the box that lie outside of another; no two of them overlap.
  package func subtracting(_ other: Box) -> [Box] {
    guard !isEmpty else { return [] }
    var rest = self
    var parts: [Box] = []
    for (variable, domain) in other.domains.ordered(by: { $0.key < $1.key }) {
      let mine = rest[variable]
      let outside = mine.intersection(domain.complement)
      if !outside.isEmpty {
        var part = rest
        part[variable] = outside
        parts.append(part)
      }
      rest[variable] = mine.intersection(domain)
      if rest[variable].isEmpty { return parts }
    }
    return parts
  }

  /// Returns the one box that is the union of this and another; nil if there is none.
  ///
  /// There is one if the two differ in one variable only, or if one contains the other.
  package func merged(with other: Box) -> Box? {
    let variables = Set(domains.keys).union(other.domains.keys)
    let different = variables.filter { self[$0] != other[$0] }
    guard different.count > 1 else {
      guard let variable = different.first else { return self }
      var merged = self
      merged[variable] = self[variable].union(other[variable])
      return merged
    }
    if subtracting(other).isEmpty { return other }
    return other.subtracting(self).isEmpty ? self : nil
  }

  package func renaming(_ name: (VariableID) -> VariableID) -> Box {
    var box = Box.everything
    for (variable, domain) in domains { box.constrain(name(variable), to: domain) }
    return box
  }
}
