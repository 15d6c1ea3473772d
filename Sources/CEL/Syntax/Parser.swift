/// Reads an expression into a tree, by the grammar of the Common Expression Language.
///
///     expression  = or [ "?" or ":" expression ]
///     or          = and { "||" and }
///     and         = relation { "&&" relation }
///     relation    = sum { ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) sum }
///     sum         = product { ( "+" | "-" ) product }
///     product     = unary { ( "*" | "/" | "%" ) unary }
///     unary       = { "!" } member | { "-" } member
///     member      = primary { "." name [ "(" arguments ")" ] }
///     primary     = literal | name [ "(" arguments ")" ] | "[" arguments "]" | "(" expression ")"
struct Parser {
  private var lexer: Lexer
  private(set) var token: Token

  /// The number of brackets that are open.
  private var depth = 0

  /// The end of the token before the current one.
  private var previousEnd: Int
  var source: SourceText { lexer.source }

  init(_ source: SourceText, at position: Int = 0) throws(ExpressionError) {
    lexer = Lexer(source: source, position: position)
    token = try lexer.next()
    previousEnd = position
  }

  mutating func parseWhole() throws(ExpressionError) -> SyntaxNode {
    let expression = try parseExpression()
    guard token.kind == .end else { throw unexpected("an operator or the end") }
    return expression
  }

  /// Reads an expression up to a token that it cannot continue with.
  mutating func parseExpression() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    var branches: [SyntaxNode.Branch] = []
    while true {
      let operand = try parseLogic(.or)
      guard try take("?") else {
        guard !branches.isEmpty else { return operand }
        return try node(
          .conditional(branches, otherwise: operand),
          from: start,
          over: branches.flatMap { [$0.condition, $0.result] } + [operand]
        )
      }
      let result = try parseLogic(.or)
      guard try take(":") else { throw unexpected("':'") }
      branches.append(SyntaxNode.Branch(condition: operand, result: result))
    }
  }

  /// Reads operands of `||`, or of `&&`, which binds them more tightly.
  private mutating func parseLogic(_ sign: LogicalOperator) throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    var operands: [SyntaxNode] = []
    repeat {
      operands.append(sign == .or ? try parseLogic(.and) : try parseRelation())
    } while try take(sign.rawValue)
    return operands.count == 1
      ? operands[0] : try node(.logic(sign, operands), from: start, over: operands)
  }

  private mutating func parseRelation() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    var left = try parseArithmetic(isAdditive: true)
    while let comparison = comparisonOperator {
      let range = token.range
      try advance()
      let right = try parseArithmetic(isAdditive: true)
      left = try node(
        .comparison(comparison, range, left, right),
        from: start,
        over: [left, right]
      )
    }
    return left
  }

  private var comparisonOperator: ComparisonOperator? {
    switch token.kind {
    case .symbol(let symbol): ComparisonOperator(rawValue: symbol)
    case .identifier("in"): .in
    default: nil
    }
  }

  /// Reads a sum, or a product, which is a term of it.
  private mutating func parseArithmetic(
    isAdditive: Bool
  ) throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    let first = try parseOperand(isTerm: isAdditive)
    var links: [SyntaxNode.Link] = []
    while case .symbol(let symbol) = token.kind, let sign = ArithmeticOperator(rawValue: symbol),
      sign.isAdditive == isAdditive
    {
      let range = token.range
      try advance()
      let operand = try parseOperand(isTerm: isAdditive)
      links.append(SyntaxNode.Link(sign: sign, range: range, operand: operand))
    }
    guard !links.isEmpty else { return first }
    return try node(
      .arithmetic(first, links),
      from: start,
      over: [first] + links.map { $0.operand }
    )
  }

  private mutating func parseOperand(isTerm: Bool) throws(ExpressionError) -> SyntaxNode {
    isTerm ? try parseArithmetic(isAdditive: false) : try parseUnary()
  }

  mutating func parseArguments(
    _ opening: String,
    _ closing: String
  ) throws(ExpressionError) -> [SyntaxNode] {
    try open()
    var arguments: [SyntaxNode] = []
    while token.kind != .symbol(closing) {
      arguments.append(try parseExpression())
      guard try take(",") else { break }
      // A comma can end a list, but not the arguments of a function.
      if opening == "(", token.kind == .symbol(closing) {
        throw unexpected("an expression")
      }
    }
    try close(closing)
    return arguments
  }

  mutating func open() throws(ExpressionError) {
    depth += 1
    guard depth <= SyntaxNode.maximumHeight else { throw nestedTooDeeply(token.range) }
    try advance()
  }

  mutating func close(_ symbol: String) throws(ExpressionError) {
    guard try take(symbol) else { throw unexpected("an operator or '\(symbol)'") }
    depth -= 1
  }

  /// Makes a node that ends with the token before the current one.
  func node(
    _ kind: SyntaxNode.Kind,
    from start: Int,
    over operands: [SyntaxNode]
  ) throws(ExpressionError) -> SyntaxNode {
    let range = start..<previousEnd
    let height = 1 + operands.reduce(0) { max($0, $1.height) }
    guard height <= SyntaxNode.maximumHeight else { throw nestedTooDeeply(range) }
    return SyntaxNode(kind: kind, range: range, height: height)
  }

  mutating func advance() throws(ExpressionError) {
    previousEnd = token.range.upperBound
    token = try lexer.next()
  }

  /// Skips a symbol, or returns false if it is not next.
  mutating func take(_ symbol: String) throws(ExpressionError) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  func unexpected(_ expected: String) -> ExpressionError {
    source.error(
      .unexpected(found: token.kind.description, expected: expected),
      at: token.range,
      suggestion: Self.operatorsOfOthers[source.text(token.range).lowercased()]
    )
  }

  /// The operators of this language that those of others mean.
  static let operatorsOfOthers = [
    "and": "&&", "or": "||", "&": "&&", "|": "||", "=": "==", "is": "==",
  ]

  func outside(_ feature: String) -> ExpressionError {
    source.error(.notInLanguage(feature), at: token.range)
  }

  private func nestedTooDeeply(_ range: Range<Int>) -> ExpressionError {
    source.error(.nestedTooDeeply(limit: SyntaxNode.maximumHeight), at: range)
  }
}
