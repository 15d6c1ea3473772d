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
  private(set) var lexer: Lexer
  private(set) var token: Token

  /// The number of brackets that are open.
  private var depth = 0

  /// The end of the token before the current one.
  private var previousEnd: Int

  private var source: SourceText { lexer.source }

  init(_ source: SourceText, at position: Int = 0) throws(ExpressionError) {
    lexer = Lexer(source, at: position)
    token = try lexer.next()
    previousEnd = position
  }

  /// Reads an expression and the end of the source.
  mutating func parseWhole() throws(ExpressionError) -> SyntaxNode {
    let expression = try parseExpression()
    guard token.kind == .end else { throw unexpected("an operator or the end") }
    return expression
  }

  /// Reads an expression up to a token that it cannot go on with.
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
    return try node(.arithmetic(first, links), from: start, over: [first] + links.map(\.operand))
  }

  private mutating func parseUnary() throws(ExpressionError) -> SyntaxNode {
    var starts: [Int] = []
    if token.kind == .symbol(.exclamationMark) {
      while case let start = token.range.lowerBound, try take(.exclamationMark) {
        starts.append(start)
      }
      var operand = try parseMember()
      for start in starts.reversed() {
        operand = try node(.not(operand), from: start, over: [operand])
      }
      return operand
    }
    while case let start = token.range.lowerBound, try take(.minus) { starts.append(start) }
    var operand = try parseNegatedMember(after: &starts)
    for start in starts.reversed() {
      operand = try node(.negation(operand), from: start, over: [operand])
    }
    return operand
  }

  /// Reads what follows minus signs; the last sign before a number is part of the number.
  private mutating func parseNegatedMember(
    after starts: inout [Int]
  ) throws(ExpressionError) -> SyntaxNode {
    let value: Value
    switch token.kind {
    case .integer(let magnitude):
      guard let start = starts.last else { return try parseMember() }
      // The magnitude of the smallest integer is its own two's complement.
      value = .int(0 &- Int64(truncatingIfNeeded: magnitude))
      starts.removeLast()
      try advance()
      return try parseSelections(of: node(.literal(value), from: start, over: []))
    case .double(let double):
      guard let start = starts.last else { return try parseMember() }
      value = .double(-double)
      starts.removeLast()
      try advance()
      return try parseSelections(of: node(.literal(value), from: start, over: []))
    default:
      return try parseMember()
    }
  }

  private mutating func parseMember() throws(ExpressionError) -> SyntaxNode {
    try parseSelections(of: parsePrimary())
  }

  /// Reads the fields and the calls that follow an operand.
  private mutating func parseSelections(
    of operand: SyntaxNode
  ) throws(ExpressionError) -> SyntaxNode {
    var operand = operand
    let start = operand.range.lowerBound
    while true {
      if case .path(let names) = operand.kind { operand = try parsePath(from: names) }
      if token.kind == .symbol(.leftBracket) { throw outside("indexing") }
      guard try take(.dot) else { return operand }
      let name = try parseFieldName()
      guard token.kind == .symbol(.leftParenthesis) else {
        throw source.error(.fieldOfValue(name.text), at: name.range)
      }
      let arguments = try parseArguments(.leftParenthesis, .rightParenthesis)
      operand = try node(
        .call(name, receiver: operand, arguments: arguments),
        from: start,
        over: [operand] + arguments
      )
    }
  }

  /// Reads the names that follow the first one, and a call on them where there is one.
  private mutating func parsePath(
    from first: [SyntaxNode.Name]
  ) throws(ExpressionError) -> SyntaxNode {
    let start = first[0].range.lowerBound
    var names = first
    while true {
      let path = try node(.path(names), from: start, over: [])
      if token.kind == .symbol(.leftBrace) { throw outside("a message") }
      guard try take(.dot) else { return path }
      let name = try parseFieldName()
      guard token.kind == .symbol(.leftParenthesis) else {
        names.append(name)
        continue
      }
      let arguments = try parseArguments(.leftParenthesis, .rightParenthesis)
      return try node(
        .call(name, receiver: path, arguments: arguments),
        from: start,
        over: [path] + arguments
      )
    }
  }

  private mutating func parseFieldName() throws(ExpressionError) -> SyntaxNode.Name {
    guard case .identifier(let text) = token.kind else { throw unexpected("a field name") }
    let name = SyntaxNode.Name(text: text, range: token.range)
    try advance()
    return name
  }

  private mutating func parsePrimary() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    switch token.kind {
    case .integer(let magnitude):
      guard let int = Int64(exactly: magnitude) else {
        throw source.error(.numberOutOfRange(source.text(token.range), .int), at: token.range)
      }
      return try literal(.int(int))
    case .double(let double): return try literal(.double(double))
    case .string(let string): return try literal(.string(string))
    case .identifier("true"): return try literal(.bool(true))
    case .identifier("false"): return try literal(.bool(false))
    case .identifier("null"): return try literal(.null)
    case .identifier(let text): return try parseName(text)
    case .symbol(.leftBracket):
      let elements = try parseArguments(.leftBracket, .rightBracket)
      return try node(.list(elements), from: start, over: elements)
    case .symbol(.leftParenthesis):
      try open()
      let expression = try parseExpression()
      try close(.rightParenthesis)
      return expression
    case .symbol(.leftBrace): throw outside("a map")
    case .symbol(.dot): throw outside("a name that begins with '.'")
    default: throw unexpected("an expression")
    }
  }

  private mutating func parseName(_ text: String) throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    let name = SyntaxNode.Name(text: text, range: token.range)
    guard !Self.reservedWords.contains(text) else {
      throw text == "in"
        ? unexpected("an expression") : source.error(.reservedWord(text), at: token.range)
    }
    try advance()
    guard token.kind == .symbol(.leftParenthesis) else {
      return try node(.path([name]), from: start, over: [])
    }
    let arguments = try parseArguments(.leftParenthesis, .rightParenthesis)
    return try node(.call(name, receiver: nil, arguments: arguments), from: start, over: arguments)
  }

  /// The words that no variable can have for a name.
  private static let reservedWords: Set<String> = [
    "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
    "loop", "package", "namespace", "return", "var", "void", "while",
  ]

  /// Reads expressions with commas between them, and the brackets around them.
  private mutating func parseArguments(
    _ opening: Token.Symbol,
    _ closing: Token.Symbol
  ) throws(ExpressionError) -> [SyntaxNode] {
    try open()
    var arguments: [SyntaxNode] = []
    while token.kind != .symbol(closing) {
      arguments.append(try parseExpression())
      guard try take(.comma) else { break }
      // A comma may end a list, but not the arguments of a function.
      if opening == .leftParenthesis, token.kind == .symbol(closing) {
        throw unexpected("an expression")
      }
    }
    try close(closing)
    return arguments
  }

  private mutating func open() throws(ExpressionError) {
    depth += 1
    guard depth <= SyntaxNode.maximumHeight else { throw nestedTooDeeply(token.range) }
    try advance()
  }

  private mutating func close(_ symbol: Token.Symbol) throws(ExpressionError) {
    guard try take(symbol) else { throw unexpected("an operator or '\(symbol.rawValue)'") }
    depth -= 1
  }

  private mutating func literal(_ value: Value) throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try advance()
    return try node(.literal(value), from: start, over: [])
  }

  /// Makes a node that ends where the token before the current one does.
  private func node(
    _ kind: SyntaxNode.Kind,
    from start: Int,
    over operands: [SyntaxNode]
  ) throws(ExpressionError) -> SyntaxNode {
    let range = start..<previousEnd
    let height = 1 + operands.reduce(0) { max($0, $1.height) }
    guard height <= SyntaxNode.maximumHeight else { throw nestedTooDeeply(range) }
    return SyntaxNode(kind: kind, range: range, height: height)
  }

  private mutating func advance() throws(ExpressionError) {
    previousEnd = token.range.upperBound
    token = try lexer.next()
  }

  /// Goes over a symbol, or returns false where something else stands.
  private mutating func take(_ symbol: Token.Symbol) throws(ExpressionError) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  private func unexpected(_ expected: String) -> ExpressionError {
    source.error(.unexpected(found: token.kind.description, expected: expected), at: token.range)
  }

  private func outside(_ feature: String) -> ExpressionError {
    source.error(.notInLanguage(feature), at: token.range)
  }

  private func nestedTooDeeply(_ range: Range<Int>) -> ExpressionError {
    source.error(.nestedTooDeeply(limit: SyntaxNode.maximumHeight), at: range)
  }
}
