/// A part of an expression whose names are resolved and whose types are right.
///
/// No node is higher than the syntax that it was made from, and partial evaluation makes no node
/// higher. So a recursion over the tree is not deeper than ``SyntaxNode/maximumHeight``, or twice
/// that if it continues into the origin of a known node.
indirect enum Node: Sendable, Hashable {
  case value(Value)

  /// A part whose outcome is known but has no literal; the origin is the part as written.
  case known(Outcome, origin: Node)
  case variable(VariableID, ValueType)
  case presence(VariableID)
  case unary(UnaryOperator, Node)
  case logic(LogicalOperator, [Node])
  case conditional([Branch], otherwise: Node)
  case comparison(ComparisonOperator, Node, Node)

  /// A chain of operators of one precedence, applied from left to right.
  case arithmetic(Node, [Link])
  case list([Node])
  case call(Function, [Node])

  struct Branch: Sendable, Hashable {
    let condition: Node
    let result: Node
  }

  struct Link: Sendable, Hashable {
    let sign: ArithmeticOperator
    let operand: Node
  }
}

extension Node {
  /// The operands, in the order in which they are written.
  var operands: [Node] {
    switch self {
    case .value, .known, .variable, .presence: []
    case .unary(_, let operand): [operand]
    case .logic(_, let operands), .list(let operands), .call(_, let operands): operands
    case .conditional(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.result] } + [otherwise]
    case .comparison(_, let left, let right): [left, right]
    case .arithmetic(let first, let links): [first] + links.map { $0.operand }
    }
  }

  /// Returns the node with other operands, in the order in which they are written.
  func mapOperands(_ transform: (Node) -> Node) -> Node {
    switch self {
    case .value, .known, .variable, .presence: self
    case .unary(let sign, let operand): .unary(sign, transform(operand))
    case .logic(let sign, let operands): .logic(sign, of: operands.map(transform))
    case .conditional(let branches, let otherwise):
      .conditional(
        of: branches.map {
          Branch(condition: transform($0.condition), result: transform($0.result))
        },
        otherwise: transform(otherwise)
      )
    case .comparison(let comparison, let left, let right):
      .comparison(comparison, transform(left), transform(right))
    case .arithmetic(let first, let links):
      .arithmetic(
        of: transform(first),
        links.map { Link(sign: $0.sign, operand: transform($0.operand)) }
      )
    case .list(let elements): .list(of: elements.map(transform))
    case .call(let function, let arguments): .call(of: function, arguments.map(transform))
    }
  }

  /// The outcome if it depends on nothing.
  var outcome: Outcome? {
    switch self {
    case .value(let value): .value(value)
    case .known(let outcome, _): outcome
    default: nil
    }
  }

  func collectVariables(into variables: inout Set<VariableID>) {
    switch self {
    case .variable(let id, _), .presence(let id): variables.insert(id)
    default: for operand in operands { operand.collectVariables(into: &variables) }
    }
  }

  func reads(_ variable: VariableID) -> Bool {
    switch self {
    case .variable(let id, _), .presence(let id): id == variable
    default: operands.contains { $0.reads(variable) }
    }
  }

  var type: ValueType {
    switch self {
    case .value(let value): value.type
    case .known(_, let origin): origin.type
    case .variable(_, let type): type
    case .presence, .logic, .comparison: .bool
    case .unary(_, let operand): operand.type
    case .conditional(let branches, let otherwise):
      branches.reduce(otherwise.type) { type, branch in
        type.joined(with: branch.result.type) ?? type
      }
    case .arithmetic(let first, let links):
      links.reduce(first.type) { type, link in
        link.sign.result(type, link.operand.type) ?? type
      }
    case .list(let elements):
      .list(elements.reduce(.nothing) { $0.joined(with: $1.type) ?? $0 })
    case .call(let function, let arguments):
      function.result(for: arguments.map { $0.type }) ?? .nothing
    }
  }
}

extension Value {
  package var type: ValueType {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .timestamp: .timestamp
    case .duration: .duration
    case .null: .null
    case .list(let elements): .list(elements.reduce(.nothing) { $0.joined(with: $1.type) ?? $0 })
    }
  }
}

extension Node {
  /// Returns a conjunction or a disjunction; operands of the same kind become a part of it.
  static func logic(_ sign: LogicalOperator, of operands: [Node]) -> Node {
    let flat = operands.flatMap { operand in
      if case .logic(sign, let inner) = operand { inner } else { [operand] }
    }
    return flat.count == 1 ? flat[0] : .logic(sign, flat)
  }

  /// Returns a conditional; a conditional after its last branch becomes a part of it.
  static func conditional(of branches: [Branch], otherwise: Node) -> Node {
    guard !branches.isEmpty else { return otherwise }
    guard case .conditional(let others, let last) = otherwise else {
      return .conditional(branches, otherwise: otherwise)
    }
    return .conditional(branches + others, otherwise: last)
  }

  /// Returns a chain of operators; a chain of the same precedence at its beginning becomes a part
  /// of it.
  static func arithmetic(of first: Node, _ links: [Link]) -> Node {
    guard let sign = links.first?.sign else { return first }
    guard case .arithmetic(let inner, let before) = first,
      before.first?.sign.isAdditive == sign.isAdditive
    else { return .arithmetic(first, links) }
    return .arithmetic(inner, before + links)
  }

  /// Returns a list, which is a value if all of its elements are.
  static func list(of elements: [Node]) -> Node {
    let values = elements.compactMap { element -> Value? in
      if case .value(let value) = element { value } else { nil }
    }
    return values.count == elements.count ? .value(.list(values)) : .list(elements)
  }

  /// Returns a call, which is a value if it is the literal of an instant or a duration.
  static func call(of function: Function, _ arguments: [Node]) -> Node {
    let call = Node.call(function, arguments)
    guard function == .timestamp || function == .duration, case .value = arguments.first,
      case .value(let value) = call.evaluate({ _ in .unknown }), value.hasLiteral
    else { return call }
    return .value(value)
  }
}
