/// A part of an expression as it is written, and its location.
///
/// A chain of operators of one precedence is one node, however long it is, so that only nesting
/// makes the tree higher.
struct SyntaxNode: Sendable {
  /// The greatest height of a tree, and so the greatest depth of a recursion over it.
  static let maximumHeight = 64
  let kind: Kind

  /// The UTF-8 offsets of its bytes in the source.
  let range: Range<Int>

  /// One more than the height of its highest operand.
  let height: Int

  indirect enum Kind: Sendable {
    case literal(Value)

    /// A name, or several with dots between them.
    case path([Name])
    case list([SyntaxNode])
    case unary(UnaryOperator, SyntaxNode)
    case logic(LogicalOperator, [SyntaxNode])
    case comparison(ComparisonOperator, Range<Int>, SyntaxNode, SyntaxNode)

    /// Terms with `+` and `-` between them, or factors with `*`, `/` and `%`.
    case arithmetic(SyntaxNode, [Link])
    case conditional([Branch], otherwise: SyntaxNode)
    case call(Name, receiver: SyntaxNode?, arguments: [SyntaxNode])
  }

  struct Name: Sendable {
    let text: String
    let range: Range<Int>
  }

  struct Link: Sendable {
    let sign: ArithmeticOperator
    let range: Range<Int>
    let operand: SyntaxNode
  }

  struct Branch: Sendable {
    let condition: SyntaxNode
    let result: SyntaxNode
  }
}
