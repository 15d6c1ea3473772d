/// Writes a tree as the source of an expression, with no more brackets than it needs.
struct NodePrinter {
  let environment: Environment

  /// How tightly the outermost operator of a node binds its operands.
  private enum Precedence: Comparable {
    case conditional, disjunction, conjunction, relation, sum, product, unary, primary
  }

  func text(_ node: Node) -> String {
    var text = ""
    write(node, .conditional, into: &text)
    return text
  }

  /// Appends a node, in brackets if it binds less tightly than the given precedence.
  private func write(_ node: Node, _ minimum: Precedence, into text: inout String) {
    if case .known(_, let origin) = node {
      write(origin, minimum, into: &text)
    } else if precedence(node) < minimum {
      text += "("
      writeBare(node, into: &text)
      text += ")"
    } else {
      writeBare(node, into: &text)
    }
  }

  private func precedence(_ node: Node) -> Precedence {
    switch node {
    case .conditional: .conditional
    case .logic(.or, _): .disjunction
    case .logic(.and, _): .conjunction
    case .comparison: .relation
    case .arithmetic(_, let links): links.first?.sign.isAdditive == true ? .sum : .product
    case .unary: .unary
    case .value(let value): value.description.hasPrefix("-") ? .unary : .primary
    case .known, .variable, .presence, .list, .call: .primary
    }
  }

  private func writeBare(_ node: Node, into text: inout String) {
    switch node {
    case .value(let value): text += value.description
    case .known(_, let origin): writeBare(origin, into: &text)
    case .variable(let id, _): text += environment[id].name
    case .presence(let id): text += "has(\(environment[id].name))"
    case .unary(.minus, .value(let value)) where !value.description.hasPrefix("-"):
      // A minus before a number is part of the number.
      text += "-(\(value))"
    case .unary(let sign, let operand):
      text += sign.rawValue
      write(operand, .unary, into: &text)
    case .logic(.or, let operands): write(operands, between: " || ", .conjunction, into: &text)
    case .logic(.and, let operands): write(operands, between: " && ", .relation, into: &text)
    case .conditional(let branches, let otherwise):
      for branch in branches {
        write(branch.condition, .disjunction, into: &text)
        text += " ? "
        write(branch.result, .disjunction, into: &text)
        text += " : "
      }
      write(otherwise, .conditional, into: &text)
    case .comparison(let comparison, let left, let right):
      write(left, .relation, into: &text)
      text += " \(comparison.rawValue) "
      write(right, .sum, into: &text)
    case .arithmetic(let first, let links):
      let precedence = precedence(node)
      write(first, precedence, into: &text)
      for link in links {
        text += " \(link.sign.rawValue) "
        write(link.operand, precedence == .sum ? .product : .unary, into: &text)
      }
    case .list(let elements):
      text += "["
      write(elements, between: ", ", .conditional, into: &text)
      text += "]"
    case .call(let function, let arguments): write(function, arguments, into: &text)
    }
  }

  private func write(_ function: Function, _ arguments: [Node], into text: inout String) {
    var arguments = arguments[...]
    if !function.isGlobal, let receiver = arguments.popFirst() {
      write(receiver, .primary, into: &text)
      text += "."
    }
    text += function.rawValue + "("
    write(Array(arguments), between: ", ", .conditional, into: &text)
    text += ")"
  }

  private func write(
    _ nodes: [Node],
    between separator: String,
    _ minimum: Precedence,
    into text: inout String
  ) {
    for (index, node) in nodes.enumerated() {
      if index > 0 { text += separator }
      write(node, minimum, into: &text)
    }
  }
}
