import CEL

/// Where the value of a variable is that conditions ask about: in the facts, or among the attributes.
enum FactPlace: Sendable, Hashable {
  case fact(FactVariable)
  case attribute(Int)

  /// Creates the place of a variable; offers and policies have been filled in already.
  init?(_ id: VariableID, _ vocabulary: Vocabulary) {
    switch vocabulary.role(of: id) {
    case .fact(let fact): self = .fact(fact)
    case .attribute(let index): self = .attribute(index)
    case .offer, .policy, .answer: return nil
    }
  }
}
