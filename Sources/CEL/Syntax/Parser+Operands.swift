// The operands of operators.

extension Parser {
  mutating func parseUnary() throws(ExpressionError) -> SyntaxNode {
    let sign = token.kind == .symbol("!") ? UnaryOperator.not : .minus
    var starts: [Int] = []
    while case let start = token.range.lowerBound, try take(sign.rawValue) { starts.append(start) }
    var operand = sign == .not ? try parseMember() : try parseNegatedMember(after: &starts)
    for start in starts.reversed() {
      operand = try node(.unary(sign, operand), from: start, over: [operand])
    }
    return operand
  }

  /// Reads what follows minus signs; the last sign before a number is part of the number.
  private mutating func parseNegatedMember(
    after starts: inout [Int]
  ) throws(ExpressionError) -> SyntaxNode {
    let value: Value
    switch token.kind {
    case .integer(let magnitude) where !starts.isEmpty:
      // The magnitude of the smallest integer is its own two's complement.
      value = .int(0 &- Int64(truncatingIfNeeded: magnitude))
    case .double(let double) where !starts.isEmpty: value = .double(-double)
    default: return try parseMember()
    }
    let start = starts.removeLast()
    try advance()
    return try parseSelections(of: node(.literal(value), from: start, over: []))
  }

  private mutating func parseMember() throws(ExpressionError) -> SyntaxNode {
    try parseSelections(of: parsePrimary())
  }

  /// Reads the calls that follow an operand.
  private mutating func parseSelections(
    of operand: SyntaxNode
  ) throws(ExpressionError) -> SyntaxNode {
    var operand = operand
    while true {
      if token.kind == .symbol("[") { throw outside("indexing") }
      guard try take(".") else { return operand }
      let name = try parseFieldName()
      guard token.kind == .symbol("(") else {
        throw source.error(.fieldOfValue(name.text), at: name.range)
      }
      operand = try parseCall(of: name, on: operand)
    }
  }

  /// Reads the names that follow the first one, and a call on them if there is one.
  private mutating func parsePath(
    from first: SyntaxNode.Name
  ) throws(ExpressionError) -> SyntaxNode {
    var names = [first]
    while true {
      let path = try node(.path(names), from: first.range.lowerBound, over: [])
      if token.kind == .symbol("{") { throw outside("a message") }
      guard try take(".") else { return path }
      let name = try parseFieldName()
      if token.kind == .symbol("(") { return try parseCall(of: name, on: path) }
      names.append(name)
    }
  }

  private mutating func parseCall(
    of name: SyntaxNode.Name,
    on receiver: SyntaxNode?
  ) throws(ExpressionError) -> SyntaxNode {
    let arguments = try parseArguments("(", ")")
    return try node(
      .call(name, receiver: receiver, arguments: arguments),
      from: (receiver?.range ?? name.range).lowerBound,
      over: (receiver.map { [$0] } ?? []) + arguments
    )
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
    case .symbol("["):
      let elements = try parseArguments("[", "]")
      return try node(.list(elements), from: start, over: elements)
    case .symbol("("):
      try open()
      let expression = try parseExpression()
      try close(")")
      return expression
    case .symbol("{"): throw outside("a map")
    case .symbol("."): throw outside("a name that begins with '.'")
    default: throw unexpected("an expression")
    }
  }

  private mutating func parseName(_ text: String) throws(ExpressionError) -> SyntaxNode {
    let name = SyntaxNode.Name(text: text, range: token.range)
    guard !Self.reservedWords.contains(text) else {
      throw text == "in"
        ? unexpected("an expression") : source.error(.reservedWord(text), at: token.range)
    }
    try advance()
    guard token.kind == .symbol("(") else { return try parsePath(from: name) }
    return try parseCall(of: name, on: nil)
  }

  private static let reservedWords: Set<String> = [
    "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
    "loop", "package", "namespace", "return", "var", "void", "while",
  ]

  private mutating func literal(_ value: Value) throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try advance()
    return try node(.literal(value), from: start, over: [])
  }
}
