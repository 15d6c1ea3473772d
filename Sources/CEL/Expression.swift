/// An expression of the rule language, checked against the variables that it can read.
///
/// The language is a part of the Common Expression Language: it has no macros except `has`, and all
/// types are known before evaluation: bool, int, double, string, timestamp, duration, list and
/// null. One function is added, `addMonths` (T2). Every expression has an outcome. The time to
/// evaluate it is linear in its length and in the lengths of the strings and lists that it reads.
///
///     let environment = Environment([
///       Variable("now", .timestamp, isClock: true),
///       Variable("subscription.lapsedAt", .timestamp, isOptional: true),
///     ])
///     let rule = try Expression("now >= addMonths(subscription.lapsedAt, 2)", in: environment)
package final class Expression: Sendable {
  /// The text of the expression; of a part or a residual, the text of the whole.
  package let source: String
  package let type: ValueType
  let node: Node
  let environment: Environment

  /// The source has at most 16,384 bytes and 64 levels of nesting.
  package convenience init(_ source: String, in environment: Environment) throws(ExpressionError) {
    let text = try SourceText(source)
    var parser = try Parser(text)
    let syntax = try parser.parseWhole()
    let checker = TypeChecker(environment: environment, source: text, allowsAnyClockUse: false)
    let checked = try checker.check(syntax)
    self.init(source: source, node: checked.node, type: checked.type, environment: environment)
  }

  init(source: String, node: Node, type: ValueType, environment: Environment) {
    self.source = source
    self.node = node
    self.type = type
    self.environment = environment
  }

  /// The variables that the expression still reads, sorted.
  package var variables: [VariableID] {
    var variables: Set<VariableID> = []
    node.collectVariables(into: &variables)
    return variables.ordered()
  }

  /// Returns whether the expression still reads a variable.
  package func reads(_ variable: VariableID) -> Bool { node.reads(variable) }

  /// Evaluates the expression.
  ///
  /// - `false && x` is false and `true || x` is true, in either order, whatever the outcome of `x`.
  ///   Else the outcome of `&&` and `||` is unknown if an operand is, and else the first failure.
  /// - A conditional evaluates its condition and one branch.
  /// - All other operators and functions need all operands: the outcome is the first failure, else
  ///   it is unknown if an operand is.
  package func evaluate(_ bindings: (VariableID) -> Binding) -> Outcome { node.evaluate(bindings) }

  /// Returns the expression with some variables replaced by their bindings, computed as far as
  /// possible.
  ///
  /// What has no value, such as a division by zero, stays as it is written.
  ///
  /// - Parameter known: What is known of a variable; nil if it stays free.
  /// - Returns: An expression with the same outcome, for all bindings of the variables that stay free.
  package func specialized(_ known: (VariableID) -> Binding?) -> Expression {
    part(node.specialized(known), type: type)
  }

  /// The outcome if nothing is left to evaluate; nil if it depends on variables.
  ///
  /// An expression without variables has one after it is specialized.
  package var constant: Outcome? { node.outcome }

  func part(_ node: Node) -> Expression { part(node, type: node.type) }

  private func part(_ node: Node, type: ValueType) -> Expression {
    Expression(source: source, node: node, type: type, environment: environment)
  }
}

extension Expression: CustomStringConvertible {
  /// The expression as text in one style, which can be read again if it is not too long.
  ///
  /// Known parts are literals, or are as written if no literal has their outcome.
  package var description: String { NodePrinter(environment: environment).text(node) }
}
