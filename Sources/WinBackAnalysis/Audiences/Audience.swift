package import CEL
package import WinBack

/// The customers that an offer can reach: its rules as a union of boxes over facts.
///
/// ```swift
/// let space = CustomerSpace([engine])
/// let audiences = engine.audiences(in: space)
/// // The customers who are eligible for the first offer, but not for the second:
/// audiences[0].region.subtracting(audiences[1].region)
/// ```
package struct Audience: Sendable {
  package let offer: PlacedOffer

  /// The customers and instants for which each rule holds, in the order of the rule set.
  ///
  /// A rule also holds for impossible facts; only ``region`` is limited to possible customers.
  package let rules: [Region]

  /// The customers and instants for which all rules hold.
  ///
  /// If it is not exact, it has all of these customers and some more.
  package let region: Region
  package var key: OfferKey { offer.key }
  package var productId: String { offer.subscription.productId }
}

extension EligibilityEngine {
  /// Returns the audience of each offer, in the order of the result (R2).
  ///
  /// Customers with unknown facts are in no audience.
  package func audiences(in space: CustomerSpace) -> [Audience] {
    let customers = space.customers(policies.facts)
    return programs.map { program in
      let key = program.offer.key
      let regions = program.rules.map { conditions in
        conditions.reduce(Region.everything) { region, condition in
          region.intersection(
            condition.aged(by: Vocabulary.id(of: .now)) { id in
              replacement(of: id, offer: key, in: space)
            }.region
          )
        }
      }
      let rules = regions.reduce(Region.everything) { $0.intersection($1) }.simplified
      return Audience(
        offer: program.offer,
        rules: regions,
        region: rules.intersection(customers).simplified
      )
    }
  }

  func replacement(
    of id: VariableID,
    offer: OfferKey,
    in space: CustomerSpace
  ) -> Expression.Replacement? {
    switch rules.vocabulary.role(of: id) {
    case .fact(.lapsedAt): .instant(space.lapse)
    case .fact(.redemptionEndedAt): .instant(space.redemption(of: offer))
    case .fact(.redemptionCount): .variable(space.redemptionCount(of: offer))
    case .fact(let fact): .variable(space.id(of: fact))
    case .attribute(let index):
      .variable(space.id(of: .attribute(rules.ruleSet.attributes[index].name)))
    // The offer and the policies already have their values.
    case .offer, .policy, .answer: nil
    }
  }
}

extension EligibilityEngine {
  /// Returns the customers and instants for which a condition on an offer holds.
  package func region(
    of condition: Expression,
    about program: OfferProgram,
    in space: CustomerSpace
  ) -> Region {
    let key = program.offer.key
    return condition.aged(by: Vocabulary.id(of: .now)) { id in
      replacement(of: id, offer: key, in: space)
    }.region
  }

  package func expression(_ source: String) -> Expression? {
    try? Expression(source, in: rules.vocabulary.environment)
  }

  package static var clock: VariableID { Vocabulary.id(of: .now) }

  package static var storefront: VariableID { Vocabulary.id(of: .storefront) }
}
