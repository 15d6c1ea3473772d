package import CalendarTime

/// What became of every rule of the offers of one group for one customer: for counting many
/// customers, where the words of a ``Decision`` would be too much.
package struct GroupStanding: Sendable {
  /// The group; nil where the customer has none.
  package let group: Symbol?
  /// The storefront; nil where it is not known (F10).
  package let storefront: Storefront?
  /// The offers of the group, in the order of the result (R2).
  package let offers: [OfferStanding]
}

/// What became of every rule of one offer for one customer.
package struct OfferStanding: Sendable {
  /// The place of the offer among the engine's.
  package let index: Int
  package let verdict: Verdict
  /// The outcomes in the rule set's order; nil where one cannot be decided.
  package let outcomes: [Bool?]
}

extension EligibilityEngine {
  /// Returns what became of the rules for a customer without duplicates, group by group.
  ///
  /// - Complexity: O(*n* + *o* · *r*) for *n* transactions, *o* offers and *r* rules.
  package func standings(
    on record: HistoryRecord,
    _ symbols: SymbolTable,
    asOf now: Instant
  ) -> [GroupStanding] {
    let groups = record.groups(in: index.productGroups, symbols)
    let asked = groups.isEmpty ? [record.subscriptionGroupIdentifier] : groups.map(Optional.some)
    return asked.map { group in
      var timeline = Timeline()
      timeline.build(
        from: record,
        group: group,
        products: index.productGroups,
        at: policies.facts.timeZone,
        isOnlyGroup: asked.count == 1
      )
      let reading = FactReading(
        of: timeline,
        asOf: now,
        policies.facts,
        symbols: symbols,
        attributes: record.attributes
      )
      return GroupStanding(
        group: group,
        storefront: reading.facts.storefront,
        offers: programs.indices.filter { programs[$0].offer.group == group }.map { index in
          standing(ofOfferAt: index, reading)
        }
      )
    }
  }

  private func standing(ofOfferAt index: Int, _ reading: FactReading) -> OfferStanding {
    let question = Question(
      vocabulary: rules.vocabulary,
      program: programs[index],
      policies: policies,
      reading: reading
    )
    return OfferStanding(
      index: index,
      verdict: question.verdict(),
      outcomes: programs[index].rules.map { question.outcome(of: $0) }
    )
  }
}
