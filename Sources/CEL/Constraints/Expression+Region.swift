extension Expression {
  /// The bindings for which the expression, a bool, is true; more bindings if it cannot be solved.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the expression, with a large constant factor if
  ///   it has many alternatives.
  package var region: Region { region(where: true) }

  /// The bindings for which the expression, a bool, has a value; more bindings if it cannot be
  /// solved.
  ///
  /// `values` are all the values of a variable that has only a few, such as a storefront; none for
  /// others. A condition on such a variable is solved by trying them.
  package func region(
    where value: Bool,
    among values: @escaping (VariableID) -> [Value] = { _ in [] }
  ) -> Region {
    node.specialized { _ in nil }.region(where: value, values)
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
  fileprivate func region(where value: Bool, _ values: (VariableID) -> [Value]) -> Region {
    switch self {
    case .value(let constant): return constant == .bool(value) ? .everything : .nothing
    case .known: return .nothing
    case .variable(let id, .bool): return Region([Box(id, Domain(.only([.bool(value)])))])
    case .presence(let id): return Region([Box(id, value ? .presence : .absence)])
    case .unary(.not, let operand): return operand.region(where: !value, values)
    case .logic(let sign, let operands):
      let regions = operands.map { $0.region(where: value, values) }
      return value == sign.absorbing
        ? regions.reduce(.nothing) { $0.union($1) }
        : regions.reduce(.everything) { $0.intersection($1) }
    case .conditional(let branches, let otherwise):
      var region = Region.nothing
      var reached = Region.everything
      for branch in branches {
        let taken = reached.intersection(branch.condition.region(where: true, values))
        region = region.union(taken.intersection(branch.result.region(where: value, values)))
        reached = reached.intersection(branch.condition.region(where: false, values))
      }
      return region.union(reached.intersection(otherwise.region(where: value, values)))
    case .comparison(let comparison, .conditional(let branches, let otherwise), let other):
      let choice = Node.choice(of: branches, otherwise) { .comparison(comparison, $0, other) }
      return choice.region(where: value, values)
    case .comparison(let comparison, let other, .conditional(let branches, let otherwise)):
      let choice = Node.choice(of: branches, otherwise) { .comparison(comparison, other, $0) }
      return choice.region(where: value, values)
    // A comparison with a number that is not known is neither true nor false.
    case .comparison(_, .known(_, origin: .variable(_, .int)), _),
      .comparison(_, _, .known(_, origin: .variable(_, .int))):
      return .nothing
    case .comparison(let comparison, let operand, .value(let constant)):
      return operand.region(comparison, constant, where: value) ?? regionByTrial(value, values)
    case .comparison(let comparison, .value(let constant), let operand):
      let mirrored = comparison.mirrored
      return mirrored.flatMap { operand.region($0, constant, where: value) }
        ?? regionByTrial(value, values)
    case .variable, .unary, .comparison, .arithmetic, .list, .call:
      return regionByTrial(value, values)
    }
  }

  /// Returns the choice between comparisons that is the same as a comparison with a choice.
  private static func choice(
    of branches: [Branch],
    _ otherwise: Node,
    _ comparison: (Node) -> Node
  ) -> Node {
    Node.conditional(
      branches.map { Branch(condition: $0.condition, result: comparison($0.result)) },
      otherwise: comparison(otherwise)
    ).specialized { _ in nil }
  }

  /// The bindings of a variable with a few values for which the node has a value; all in which it is
  /// present, if it reads others.
  private func regionByTrial(_ value: Bool, _ values: (VariableID) -> [Value]) -> Region {
    var variables: Set<VariableID> = []
    collectVariables(into: &variables)
    guard variables.count == 1, let variable = variables.first else { return regionOfPresence }
    let candidates = values(variable)
    guard !candidates.isEmpty else { return regionOfPresence }
    func outcome(_ binding: Binding) -> Outcome { evaluate { _ in binding } }
    func holds(_ binding: Binding) -> Bool { outcome(binding) == .value(.bool(value)) }
    // A part that is not known, such as the territories of an offer, decides nothing.
    guard
      !candidates.contains(where: {
        if case .unknown = outcome(.value($0)) { true } else { false }
      })
    else { return regionOfPresence }
    let chosen = candidates.filter { holds(.value($0)) }
    return Region([Box(variable, Domain(.only(Set(chosen)), allowsAbsence: holds(.absent)))])
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
    if case .variable(_, .double) = self, let numbers = comparison.doubles(constant) {
      let others = IntervalSet.doubles.subtracting(numbers)
      return Region([Box(variable, Domain(.numbers(value ? numbers : others)))])
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

extension IntervalSet {
  /// The places of all doubles in the order of numbers.
  fileprivate static let doubles = IntervalSet(
    (-Double.infinity).orderedPlace...Double.infinity.orderedPlace
  )
}

extension ComparisonOperator {
  /// Returns the places of the doubles for which the comparison with a constant holds; nil if the
  /// constant is no double or integer that is exactly one.
  fileprivate func doubles(_ constant: Value) -> IntervalSet? {
    let number: Double
    switch constant {
    case .double(let double): number = double
    case .int(let int):
      guard let exact = Double(exactly: int) else { return nil }
      number = exact
    default: return nil
    }
    guard !number.isNaN, let places = self.numbers(.int(number.orderedPlace)) else { return nil }
    return places.intersection(.doubles)
  }

  /// Returns the strings or bools of a constant, or nil if the operator orders them.
  fileprivate func members(_ constant: Value) -> Set<Value>? {
    switch (self, constant) {
    case (.equal, _), (.notEqual, _): [constant]
    case (.in, .list(let elements)): Set(elements)
    default: nil
    }
  }
}
