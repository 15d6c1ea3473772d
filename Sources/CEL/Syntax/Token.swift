/// A word of the language, and its location.
struct Token: Sendable, Hashable {
  let kind: Kind

  /// The UTF-8 offsets of its bytes in the source.
  let range: Range<Int>

  enum Kind: Sendable, Hashable {
    case identifier(String)

    /// The digits of an integer without its sign; the smallest integer has one more than the largest.
    case integer(UInt64)
    case double(Double)
    case string(String)
    case symbol(Symbol)
    case end
  }

  enum Symbol: String, Sendable, Hashable {
    case logicalOr = "||"
    case logicalAnd = "&&"
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case plus = "+"
    case minus = "-"
    case asterisk = "*"
    case slash = "/"
    case percent = "%"
    case exclamationMark = "!"
    case questionMark = "?"
    case colon = ":"
    case comma = ","
    case dot = "."
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBracket = "["
    case rightBracket = "]"
    case leftBrace = "{"
    case rightBrace = "}"
  }
}

extension Token.Kind: CustomStringConvertible {
  var description: String {
    switch self {
    case .identifier(let name): "'\(name)'"
    case .integer(let magnitude): "'\(magnitude)'"
    case .double(let double): "'\(double)'"
    case .string: "a string"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .end: "the end"
    }
  }
}
