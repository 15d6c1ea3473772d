package import CEL

extension EligibilityEngine {
  /// Returns the customers and instants for which a condition on an offer holds.
  ///
  /// - Parameters:
  ///   - condition: The condition, over facts.
  ///   - program: The offer.
  ///   - space: A space that the engine has a part in.
  /// - Returns: The region; a condition holds for impossible facts, too.
  /// - Complexity: O(*n*), where *n* is the size of the condition.
  package func region(
    of condition: Expression,
    about program: OfferProgram,
    in space: CustomerSpace
  ) -> Region {
    let key = key(of: program)
    return condition.aged(by: Vocabulary.id(of: .now)) { id in
      stand(for: id, offer: key, in: space)
    }.region
  }

  /// Returns an expression over what the rules may read; nil if the text is none.
  package func expression(_ source: String) -> Expression? {
    try? Expression(source, in: rules.vocabulary.environment)
  }

  /// The variable of the clock.
  package static var clock: VariableID { Vocabulary.id(of: .now) }

  /// The variable of the customer's storefront.
  package static var storefront: VariableID { Vocabulary.id(of: .storefront) }
}
