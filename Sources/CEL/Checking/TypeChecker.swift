/// Resolves the names of an expression and makes sure that its types are right.
///
/// It also rejects uses of the clock whose thresholds cannot be computed: see ``ClockUse``.
struct TypeChecker {
  let environment: Environment
  let source: SourceText

  /// A Boolean value indicating whether every use of the clock is allowed, as in a template.
  let allowsAnyClockUse: Bool

  struct Typed {
    let node: Node
    let type: ValueType
    let clock: ClockUse
    let range: Range<Int>

    init(_ node: Node, _ type: ValueType = .bool, clock: ClockUse, at range: Range<Int>) {
      self.node = node
      self.type = type
      self.clock = clock
      self.range = range
    }
  }

  func check(_ syntax: SyntaxNode) throws(ExpressionError) -> Typed {
    switch syntax.kind {
    case .literal(let value):
      return Typed(.value(value), value.type, clock: .none, at: syntax.range)
    case .path(let names): return try checkVariable(names, syntax.range)
    case .list(let elements): return try checkList(elements, syntax.range)
    case .unary(let sign, let operand): return try checkUnary(sign, operand, syntax.range)
    case .logic(let sign, let operands): return try checkLogic(sign, operands, syntax.range)
    case .comparison(let comparison, let range, let left, let right):
      return try checkComparison(comparison, range, left, right, syntax.range)
    case .arithmetic(let first, let links): return try checkArithmetic(first, links, syntax.range)
    case .conditional(let branches, let otherwise):
      return try checkConditional(branches, otherwise, syntax.range)
    case .call(let name, let receiver, let arguments):
      return try checkCall(name, receiver, arguments, syntax.range)
    }
  }

  private func checkList(
    _ elements: [SyntaxNode],
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    var nodes: [Node] = []
    var type = ValueType.nothing
    var clock = ClockUse.none
    for element in elements {
      let element = try check(element)
      guard let joined = type.joined(with: element.type) else {
        throw source.error(.mixedList(type, element.type), at: element.range)
      }
      try expectStill(element, in: "[]")
      type = joined
      clock = clock.joined(with: element.clock)
      nodes.append(element.node)
    }
    return Typed(.list(of: nodes), .list(type), clock: clock, at: range)
  }

  private func checkLogic(
    _ sign: LogicalOperator,
    _ operands: [SyntaxNode],
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    var nodes: [Node] = []
    var clock = ClockUse.none
    for operand in operands {
      let operand = try check(operand)
      guard operand.type == .bool else {
        throw source.error(.noOperator(sign.rawValue, [operand.type]), at: operand.range)
      }
      clock = clock.joined(with: operand.clock)
      nodes.append(operand.node)
    }
    return Typed(.logic(sign, of: nodes), clock: clock, at: range)
  }

  private func checkUnary(
    _ sign: UnaryOperator,
    _ operand: SyntaxNode,
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    let operand = try check(operand)
    guard sign.takes(operand.type) else {
      throw source.error(.noOperator(sign.rawValue, [operand.type]), at: operand.range)
    }
    if sign == .minus { try expectStill(operand, in: sign.rawValue) }
    return Typed(.unary(sign, operand.node), operand.type, clock: operand.clock, at: range)
  }

  private func checkComparison(
    _ comparison: ComparisonOperator,
    _ operatorRange: Range<Int>,
    _ left: SyntaxNode,
    _ right: SyntaxNode,
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    let left = try check(left)
    let right = try check(right)
    guard comparison.takes(left.type, right.type) else {
      throw source.error(
        .noOperator(comparison.rawValue, [left.type, right.type]),
        at: operatorRange,
        suggestion: presenceTest(comparison, left, right)
      )
    }
    let clock = try joinedClock(left, right, of: comparison.rawValue)
    return Typed(
      .comparison(comparison, left.node, right.node),
      clock: clock == .none ? .none : .compared,
      at: range
    )
  }

  /// The test of presence to suggest if a variable is compared with null.
  private func presenceTest(
    _ comparison: ComparisonOperator,
    _ left: Typed,
    _ right: Typed
  ) -> String? {
    let operand = left.type == .null ? right : left
    guard left.type == .null || right.type == .null, case .variable(let id, _) = operand.node,
      environment[id].isOptional
    else { return nil }
    switch comparison {
    case .equal: return "!has(\(environment[id].name))"
    case .notEqual: return "has(\(environment[id].name))"
    default: return nil
    }
  }

  private func checkArithmetic(
    _ first: SyntaxNode,
    _ links: [SyntaxNode.Link],
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    let first = try check(first)
    var left = first
    var nodes: [Node.Link] = []
    for link in links {
      let right = try check(link.operand)
      guard let type = link.sign.result(left.type, right.type) else {
        throw source.error(
          .noOperator(link.sign.rawValue, [left.type, right.type]),
          at: link.range
        )
      }
      let clock = try joinedClock(left, right, of: link.sign.rawValue)
      if !link.sign.isAdditive {
        try expectStill(left, in: link.sign.rawValue)
        try expectStill(right, in: link.sign.rawValue)
      }
      nodes.append(Node.Link(sign: link.sign, operand: right.node))
      let whole = first.range.lowerBound..<right.range.upperBound
      left = Typed(left.node, type, clock: clock, at: whole)
    }
    return Typed(.arithmetic(of: first.node, nodes), left.type, clock: left.clock, at: range)
  }

  private func checkConditional(
    _ branches: [SyntaxNode.Branch],
    _ otherwise: SyntaxNode,
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    var nodes: [Node.Branch] = []
    var type = ValueType.nothing
    var clock = ClockUse.none
    func join(_ result: Typed) throws(ExpressionError) {
      guard let joined = type.joined(with: result.type) else {
        throw source.error(.mixedBranches(type, result.type), at: result.range)
      }
      try expectStill(result, in: "?:")
      type = joined
      clock = clock.joined(with: result.clock)
    }
    for branch in branches {
      let condition = try check(branch.condition)
      guard condition.type == .bool else {
        throw source.error(.conditionIsNotBool(condition.type), at: condition.range)
      }
      clock = clock.joined(with: condition.clock)
      let result = try check(branch.result)
      try join(result)
      nodes.append(Node.Branch(condition: condition.node, result: result.node))
    }
    let last = try check(otherwise)
    try join(last)
    return Typed(.conditional(of: nodes, otherwise: last.node), type, clock: clock, at: range)
  }
}
