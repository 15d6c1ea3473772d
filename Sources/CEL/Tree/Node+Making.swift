extension Node {
  /// Returns the conjunction of operands; conjunctions among them are one with it.
  static func conjunction(of operands: [Node]) -> Node {
    let flat = operands.flatMap { operand in
      if case .conjunction(let inner) = operand { inner } else { [operand] }
    }
    return flat.count == 1 ? flat[0] : .conjunction(flat)
  }

  /// Returns the disjunction of operands; disjunctions among them are one with it.
  static func disjunction(of operands: [Node]) -> Node {
    let flat = operands.flatMap { operand in
      if case .disjunction(let inner) = operand { inner } else { [operand] }
    }
    return flat.count == 1 ? flat[0] : .disjunction(flat)
  }

  /// Returns a conditional; one that follows its last branch is one with it.
  static func conditional(of branches: [Branch], otherwise: Node) -> Node {
    guard !branches.isEmpty else { return otherwise }
    guard case .conditional(let others, let last) = otherwise else {
      return .conditional(branches, otherwise: otherwise)
    }
    return .conditional(branches + others, otherwise: last)
  }

  /// Returns a chain of operators; a chain of the same precedence that it begins with is one with it.
  static func arithmetic(of first: Node, _ links: [Link]) -> Node {
    guard let sign = links.first?.sign else { return first }
    guard case .arithmetic(let inner, let before) = first,
      before.first?.sign.isAdditive == sign.isAdditive
    else { return .arithmetic(first, links) }
    return .arithmetic(inner, before + links)
  }

  /// Returns a list; one of values is a value.
  static func list(of elements: [Node]) -> Node {
    var values: [Value] = []
    for element in elements {
      guard case .value(let value) = element else { return .list(elements) }
      values.append(value)
    }
    return .value(.list(values))
  }

  /// Returns a call; the calls that write an instant or a duration down are values.
  static func call(of function: Function, _ arguments: [Node]) -> Node {
    let call = Node.call(function, arguments)
    guard function == .timestamp || function == .duration, case .value = arguments.first,
      case .value(let value) = call.evaluate({ _ in .unknown }), value.hasLiteral
    else { return call }
    return .value(value)
  }
}
