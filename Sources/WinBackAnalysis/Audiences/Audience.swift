package import CEL

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
      let regions = program.rules.map { region(of: $0, about: program, in: space) }
      let rules = regions.reduce(Region.everything) { $0.intersection($1) }.simplified
      let reached = rules.intersection(customers).simplified
      return Audience(offer: program.offer, rules: regions, region: reached)
    }
  }

  /// Returns those of some customers and instants for which all of some conditions on an offer hold.
  package func region(
    of conditions: [Expression],
    about program: OfferProgram,
    among customers: Region = .everything,
    in space: CustomerSpace
  ) -> Region {
    conditions.reduce(customers) { region, condition in
      region.intersection(
        condition.aged(by: Vocabulary.id(of: .now)) { id in
          replacement(of: id, offer: program.offer.key, in: space)
        }.region(where: true) { id in space.values(of: id) }
      )
    }
  }

  private func attribute(
    _ attribute: RuleSet.Attribute,
    in space: CustomerSpace
  ) -> Expression.Replacement {
    attribute.type == .timestamp
      ? .instant(space.aged(.attribute(attribute.name)))
      : .variable(space.id(of: .attribute(attribute.name)))
  }

  private func replacement(
    of id: VariableID,
    offer: OfferKey,
    in space: CustomerSpace
  ) -> Expression.Replacement? {
    switch rules.vocabulary.role(of: id) {
    case .fact(.lapsedAt): .instant(space.lapse)
    case .fact(.redemptionEndedAt): .instant(space.redemption(of: offer))
    case .fact(let fact) where FactVariable.countedInstants.contains(fact):
      .instant(space.aged(.fact(fact)))
    case .fact(.redemptionCount): .variable(space.redemptionCount(of: offer))
    case .fact(let fact): .variable(space.id(of: fact))
    case .attribute(let index):
      attribute(rules.ruleSet.attributes[index], in: space)
    // The offer and the policies already have their values.
    case .offer, .policy, .answer: nil
    }
  }
}

/// The first identifiers of some offers.
///
/// Messages about many offers would be too long if each named all the others.
package struct OfferNames: Sendable, Hashable {
  package static let limit = 10

  package let ids: [String]
  package let hasMore: Bool

  /// Keeps the first identifiers; there are more if `ids` has more than ``limit``.
  init(_ ids: [String]) {
    self.ids = Array(ids.prefix(Self.limit))
    hasMore = ids.count > Self.limit
  }

  init(_ offers: [Audience]) { self.init(offers.map { $0.key.offerId }) }

  /// The number of offers that are needed to make the names.
  static let needed = limit + 1

  var quoted: String {
    (ids.map { "'\($0)'" } + (hasMore ? ["others"] : [])).joined(separator: ", ")
  }

  /// The names in quotes as alternatives, such as `'a', 'b' or 'c'`.
  var quotedAlternatives: String { hasMore ? quoted : ids.quotedAlternatives }
}
