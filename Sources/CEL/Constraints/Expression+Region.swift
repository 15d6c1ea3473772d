extension Expression {
  /// The bindings for which the expression, a bool, is true; more bindings if it cannot be solved.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the expression, with a large constant factor if
  ///   it has many alternatives.
  package var region: Region { region(where: true) }

  /// The bindings for which the expression, a bool, has a value; more bindings if it cannot be
  /// solved.
  package func region(where value: Bool) -> Region {
    node.specialized { _ in nil }.region(where: value)
  }

  /// Returns whether the expression, a bool, can be true for some bindings.
  ///
  /// It is exact for comparisons of single variables with constants under `&&`, `||`, `!` and `?:`,
  /// if there are few alternatives.
  ///
  /// - Parameter box: The possible bindings.
  /// - Returns: False only if it is certain that the expression cannot be true.
  package func canBeTrue(within box: Box = .everything) -> Bool {
    !region.intersection(Region([box])).isEmpty
  }
}

extension Node {
  fileprivate func region(where value: Bool) -> Region {
    switch self {
    case .value(let constant): return constant == .bool(value) ? .everything : .nothing
    case .known: return .nothing
    case .variable(let id, .bool): return Region([Box(id, Domain(.only([.bool(value)])))])
    case .presence(let id): return Region([Box(id, value ? .presence : .absence)])
    case .unary(.not, let operand): return operand.region(where: !value)
    case .logic(let sign, let operands):
      let regions = operands.map { $0.region(where: value) }
      return value == sign.absorbing
        ? regions.reduce(.nothing) { $0.union($1) }
        : regions.reduce(.everything) { $0.intersection($1) }
    case .conditional(let branches, let otherwise):
      var region = Region.nothing
      var reached = Region.everything
      for branch in branches {
        let taken = reached.intersection(branch.condition.region(where: true))
        region = region.union(taken.intersection(branch.result.region(where: value)))
        reached = reached.intersection(branch.condition.region(where: false))
      }
      return region.union(reached.intersection(otherwise.region(where: value)))
    case .comparison(let comparison, let operand, .value(let constant)):
      return operand.region(comparison, constant, where: value) ?? regionOfPresence
    case .comparison(let comparison, .value(let constant), let operand):
      let mirrored = comparison.mirrored
      return mirrored.flatMap { operand.region($0, constant, where: value) } ?? regionOfPresence
    case .variable, .unary, .comparison, .arithmetic, .list, .call: return regionOfPresence
    }
  }

  private func region(
    _ comparison: ComparisonOperator,
    _ constant: Value,
    where value: Bool
  ) -> Region? {
    var variables: Set<VariableID> = []
    collectVariables(into: &variables)
    guard variables.count == 1, let variable = variables.first else { return nil }
    if let dependence = Dependence(of: self, on: variable, { _ in .unknown }),
      dependence.isComplete, let numbers = comparison.numbers(constant)
    {
      let preimage = dependence.preimage(of: value ? numbers : numbers.complement)
      return Region([Box(variable, Domain(.numbers(preimage)))])
    }
    guard case .variable(_, let type) = self, type == .string || type == .bool,
      let members = comparison.members(constant)
    else { return nil }
    let wantsMembers = value != (comparison == .notEqual)
    let values: Domain.Values =
      if wantsMembers {
        .only(members)
      } else if type == .bool {
        .only(Set([.bool(false), .bool(true)]).subtracting(members))
      } else {
        .except(members)
      }
    return Region([Box(variable, Domain(values))])
  }

  /// The bindings in which all that the node reads is present, because it cannot be solved.
  private var regionOfPresence: Region {
    var box = Box.everything
    addPresence(to: &box)
    return Region([box], isExact: false)
  }

  private func addPresence(to box: inout Box) {
    switch self {
    case .variable(let id, _): box = box.intersection(Box(id, .presence))
    case .unary(.minus, _), .comparison, .arithmetic, .list, .call:
      for operand in operands { operand.addPresence(to: &box) }
    case .value, .known, .presence, .unary, .logic, .conditional: break
    }
  }
}

extension ComparisonOperator {
  /// Returns the strings or bools of a constant, or nil if the operator orders them.
  fileprivate func members(_ constant: Value) -> Set<Value>? {
    switch (self, constant) {
    case (.equal, _), (.notEqual, _): [constant]
    case (.in, .list(let elements)): Set(elements)
    default: nil
    }
  }
}
