/// A part of an expression as it is written, and where it stands.
///
/// Chains of operators of one precedence are one node, however long they are, so that only
/// what is nested makes the tree higher.
struct SyntaxNode: Sendable {
  /// The greatest height of a tree; whatever walks the tree recurses no deeper.
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
    case not(SyntaxNode)
    case negation(SyntaxNode)
    case disjunction([SyntaxNode])
    case conjunction([SyntaxNode])
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

  /// An operator and what follows it.
  struct Link: Sendable {
    let sign: ArithmeticOperator
    let range: Range<Int>
    let operand: SyntaxNode
  }

  /// What the conditional is when a condition holds and none before it does.
  struct Branch: Sendable {
    let condition: SyntaxNode
    let result: SyntaxNode
  }
}
