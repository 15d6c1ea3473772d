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
    lexer = Lexer(source, at: position)
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
      let operand = try parseDisjunction()
      guard try take(.questionMark) else {
        guard !branches.isEmpty else { return operand }
        return try node(
          .conditional(branches, otherwise: operand),
          from: start,
          over: branches.flatMap { [$0.condition, $0.result] } + [operand]
        )
      }
      let result = try parseDisjunction()
      guard try take(.colon) else { throw unexpected("':'") }
      branches.append(SyntaxNode.Branch(condition: operand, result: result))
    }
  }

  private mutating func parseDisjunction() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    var operands = [try parseConjunction()]
    while try take(.logicalOr) { operands.append(try parseConjunction()) }
    return operands.count == 1
      ? operands[0] : try node(.disjunction(operands), from: start, over: operands)
  }

  private mutating func parseConjunction() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    var operands = [try parseRelation()]
    while try take(.logicalAnd) { operands.append(try parseRelation()) }
    return operands.count == 1
      ? operands[0] : try node(.conjunction(operands), from: start, over: operands)
  }

  private mutating func parseRelation() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    var left = try parseSum()
    while let comparison = comparisonOperator {
      let range = token.range
      try advance()
      let right = try parseSum()
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
    case .symbol(let symbol): ComparisonOperator(rawValue: symbol.rawValue)
    case .identifier("in"): .in
    default: nil
    }
  }

  private mutating func parseSum() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    let first = try parseProduct()
    var links: [SyntaxNode.Link] = []
    while let sign = arithmeticOperator, sign.isAdditive {
      let range = token.range
      try advance()
      links.append(SyntaxNode.Link(sign: sign, range: range, operand: try parseProduct()))
    }
    return try chain(first, links, from: start)
  }

  private mutating func parseProduct() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    let first = try parseUnary()
    var links: [SyntaxNode.Link] = []
    while let sign = arithmeticOperator, !sign.isAdditive {
      let range = token.range
      try advance()
      links.append(SyntaxNode.Link(sign: sign, range: range, operand: try parseUnary()))
    }
    return try chain(first, links, from: start)
  }

  private var arithmeticOperator: ArithmeticOperator? {
    guard case .symbol(let symbol) = token.kind else { return nil }
    return ArithmeticOperator(rawValue: symbol.rawValue)
  }

  private func chain(
    _ first: SyntaxNode,
    _ links: [SyntaxNode.Link],
    from start: Int
  ) throws(ExpressionError) -> SyntaxNode {
    guard !links.isEmpty else { return first }
    return try node(
      .arithmetic(first, links),
      from: start,
      over: [first] + links.map { $0.operand }
    )
  }

  mutating func parseArguments(
    _ opening: Token.Symbol,
    _ closing: Token.Symbol
  ) throws(ExpressionError) -> [SyntaxNode] {
    try open()
    var arguments: [SyntaxNode] = []
    while token.kind != .symbol(closing) {
      arguments.append(try parseExpression())
      guard try take(.comma) else { break }
      // A comma can end a list, but not the arguments of a function.
      if opening == .leftParenthesis, token.kind == .symbol(closing) {
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

  mutating func close(_ symbol: Token.Symbol) throws(ExpressionError) {
    guard try take(symbol) else { throw unexpected("an operator or '\(symbol.rawValue)'") }
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
  mutating func take(_ symbol: Token.Symbol) throws(ExpressionError) -> Bool {
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

  private static let operatorsOfOthers = [
    "and": "&&", "or": "||", "&": "&&", "|": "||", "=": "==", "is": "==",
  ]

  func outside(_ feature: String) -> ExpressionError {
    source.error(.notInLanguage(feature), at: token.range)
  }

  private func nestedTooDeeply(_ range: Range<Int>) -> ExpressionError {
    source.error(.nestedTooDeeply(limit: SyntaxNode.maximumHeight), at: range)
  }
}
