/// A part of an expression whose names are resolved and whose types are right.
///
/// No node is higher than the syntax that it was made from, and partial evaluation makes no node
/// higher; so whatever walks the tree recurses no deeper than ``SyntaxNode/maximumHeight``, or
/// twice that where it continues into the origin of a known node.
indirect enum Node: Sendable, Hashable {
  /// A value that a literal can have.
  case value(Value)

  /// A part whose outcome is known but has no literal; the origin is how it is written.
  case known(Outcome, origin: Node)

  case variable(VariableID, ValueType)

  /// Whether a variable is present.
  case presence(VariableID)

  case not(Node)
  case negation(Node)
  case conjunction([Node])
  case disjunction([Node])
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
    case .not(let operand), .negation(let operand): [operand]
    case .conjunction(let operands), .disjunction(let operands), .list(let operands),
      .call(_, let operands):
      operands
    case .conditional(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.result] } + [otherwise]
    case .comparison(_, let left, let right): [left, right]
    case .arithmetic(let first, let links): [first] + links.map { $0.operand }
    }
  }

  /// The outcome, where it depends on nothing.
  var outcome: Outcome? {
    switch self {
    case .value(let value): .value(value)
    case .known(let outcome, _): outcome
    default: nil
    }
  }

  /// Adds the variables that the node reads to a set.
  func collectVariables(into variables: inout Set<VariableID>) {
    switch self {
    case .variable(let id, _), .presence(let id): variables.insert(id)
    default:
      for operand in operands { operand.collectVariables(into: &variables) }
    }
  }

  /// Returns whether the node reads a variable.
  func reads(_ variable: VariableID) -> Bool {
    switch self {
    case .variable(let id, _), .presence(let id): id == variable
    default: operands.contains { $0.reads(variable) }
    }
  }

  /// The type of the node's values.
  var type: ValueType {
    switch self {
    case .value(let value): value.type
    case .known(_, let origin): origin.type
    case .variable(_, let type): type
    case .presence, .not, .conjunction, .disjunction, .comparison: .bool
    case .negation(let operand): operand.type
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
  /// The type of the value.
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
