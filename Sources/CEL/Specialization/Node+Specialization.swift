extension Expression {
  /// Returns the expression with a choice instead of a variable: a value for some texts of another one.
  ///
  /// For all other texts it is unknown. Without any choice, the variable stays. A tree becomes higher
  /// by two at most.
  package func choosing(
    _ variable: VariableID,
    by selector: VariableID,
    _ choices: [(texts: [Value], value: Value)]
  ) -> Expression {
    guard !choices.isEmpty, node.reads(variable) else { return self }
    let choice = Node.conditional(
      of: choices.map { choice in
        Node.Branch(
          condition: .comparison(.in, .variable(selector, .string), .value(.list(choice.texts))),
          result: .value(choice.value)
        )
      },
      otherwise: .known(.unknown([variable]), origin: .variable(variable, .int))
    )
    return part(node.replacing(variable, by: choice))
  }
}

extension Node {
  fileprivate func replacing(_ variable: VariableID, by node: Node) -> Node {
    if case .variable(variable, _) = self { return node }
    return mapOperands { $0.replacing(variable, by: node) }
  }

  func specialized(_ known: (VariableID) -> Binding?) -> Node {
    switch self {
    case .value, .known: return self
    case .variable(let id, _), .presence(let id):
      guard let binding = known(id) else { return self }
      return folded { _ in binding }
    case .logic(let sign, let operands):
      return .logic(sign, of: operands.specializedLogic(sign, known))
    case .conditional(let branches, let otherwise):
      return Self.specializedConditional(branches, otherwise, known)
    case .arithmetic(let first, let links):
      return Self.specializedArithmetic(
        first.specialized(known),
        links.map { Link(sign: $0.sign, operand: $0.operand.specialized(known)) }
      )
    case .unary, .comparison, .list, .call:
      return mapOperands { $0.specialized(known) }.foldedStrictly()
    }
  }

  /// Returns the node that has the outcome of this one, which depends on no other variables.
  private func folded(_ bindings: (VariableID) -> Binding = { _ in .unknown }) -> Node {
    guard outcome == nil else { return self }
    let outcome = evaluate(bindings)
    guard case .value(let value) = outcome, value.hasLiteral else {
      return .known(outcome, origin: self)
    }
    return .value(value)
  }

  /// Returns the outcome of a node that needs all of its operands, if it is certain.
  ///
  /// It is also certain if the first operand that is not a value fails.
  private func foldedStrictly() -> Node {
    for operand in operands {
      switch operand.outcome {
      case .value, .unknown: continue
      case .failure: return folded()
      case nil: return self
      }
    }
    return folded()
  }

  /// Returns a chain of operators whose beginning is computed as far as it is known.
  private static func specializedArithmetic(_ first: Node, _ links: [Link]) -> Node {
    let whole = Node.arithmetic(of: first, links)
    guard first.outcome != nil else { return whole }
    let end = links.firstIndex { $0.operand.outcome == nil } ?? links.endIndex
    // All of the beginning is one node, so that a long chain does not make the tree high.
    let beginning = Node.arithmetic(of: first, Array(links[..<end])).folded()
    if case .failure = beginning.outcome { return whole.folded() }
    return .arithmetic(of: beginning, Array(links[end...]))
  }

  private static func specializedConditional(
    _ branches: [Branch],
    _ otherwise: Node,
    _ known: (VariableID) -> Binding?
  ) -> Node {
    var kept: [Branch] = []
    for branch in branches {
      let condition = branch.condition.specialized(known)
      switch condition.outcome {
      case .value(.bool(true)):
        return .conditional(of: kept, otherwise: branch.result.specialized(known))
      case .value(.bool(false)): continue
      case nil: kept.append(Branch(condition: condition, result: branch.result.specialized(known)))
      case .some(let outcome):
        // Evaluation stops at this condition; the branch stays so that it can be printed.
        let origin = Node.conditional(
          of: [Branch(condition: condition, result: branch.result)],
          otherwise: otherwise
        )
        return .conditional(of: kept, otherwise: .known(outcome, origin: origin))
      }
    }
    return .conditional(of: kept, otherwise: otherwise.specialized(known))
  }
}

extension [Node] {
  /// Returns the remaining operands of `&&` or `||`: the one that decides, else those that still
  /// can.
  fileprivate func specializedLogic(
    _ sign: LogicalOperator,
    _ known: (VariableID) -> Binding?
  ) -> [Node] {
    var kept: [Node] = []
    for operand in self {
      let operand = operand.specialized(known)
      if case .value(.bool(let value)) = operand {
        if value == sign.absorbing { return [operand] }
      } else {
        kept.append(operand)
      }
    }
    guard !kept.isEmpty else { return [.value(.bool(!sign.absorbing))] }
    guard kept.count > 1, kept.allSatisfy({ $0.outcome != nil }) else { return kept }
    let whole = Node.logic(sign, of: kept)
    return [.known(whole.evaluate { _ in .unknown }, origin: whole)]
  }
}
