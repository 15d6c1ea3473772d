package import CalendarTime

/// How it stands with the offers of one group for one customer: for counting many customers, where
/// the words of a ``Decision`` would be too much.
package struct GroupStanding: Sendable {
  /// The storefront; nil where it is not known (F10).
  package let storefront: Storefront?
  /// The offers of the group, in the order of the result (R2).
  package let offers: [OfferStanding]
}

/// How it stands with one offer for one customer.
package struct OfferStanding: Sendable {
  /// The place of the offer among the engine's.
  package let index: Int
  package let verdict: Verdict
  /// What became of every rule, in the rule set's order; nil where it cannot be decided.
  package let outcomes: [Bool?]
  /// When the customer may have it, over the whole timeline (R4).
  package let windows: [Window]
  /// The policies whose alternatives lead to another verdict.
  package let hinges: [Hinge]
}

extension EligibilityEngine {
  /// The places of the offers of each group among the engine's, in the order of the result.
  package func offerIndices(ofGroup group: Symbol?) -> [Int] {
    programs.indices.filter { programs[$0].offer.group == group }
  }

  /// Returns how it stands with the offers for a customer without duplicates, group by group.
  ///
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  package func standings(
    on record: HistoryRecord,
    _ symbols: SymbolTable,
    asOf now: Instant
  ) -> [GroupStanding] {
    let groups = record.groups(in: index.productGroups, symbols)
    let maker = DecisionMaker(engine: self, record: record, symbols: symbols, now: now)
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
      return maker.standing(on: timeline, group: group)
    }
  }
}

extension DecisionMaker {
  fileprivate func standing(on timeline: Timeline, group: Symbol?) -> GroupStanding {
    let indices = engine.offerIndices(ofGroup: group)
    let programs = indices.map { engine.programs[$0] }
    let reading = read(timeline, engine.policies)
    let courses = sweep.courses(of: programs, in: timeline)
    let hinges = hinges(of: programs, in: timeline, group: group)
    return GroupStanding(
      storefront: reading.facts.storefront,
      offers: programs.indices.map { place in
        let question = Question(
          vocabulary: engine.rules.vocabulary,
          program: programs[place],
          policies: engine.policies,
          reading: reading
        )
        return OfferStanding(
          index: indices[place],
          verdict: question.verdict(),
          outcomes: programs[place].rules.map { question.outcome(of: $0) },
          windows: courses[place].windows,
          hinges: hinges[place]
        )
      }
    )
  }
}
