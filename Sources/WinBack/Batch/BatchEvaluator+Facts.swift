import CalendarTime

// Single facts and rules of the customer who was scored last.

extension BatchEvaluator {
  /// The number of rules of each offer.
  package var ruleCount: Int { sharedTruths.count }

  /// Returns whether a rule holds for the customer who was scored last.
  ///
  /// A score asks whether all rules of an offer hold, and no rule after one that fails. This asks one, by its
  /// index in the rule set and that of the offer in the engine.
  ///
  /// - Complexity: O(*n*) for *n* transactions for the first rule that needs the timeline, else O(1).
  package mutating func truth(
    ofRuleAt index: Int,
    forOfferAt offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> Truth {
    let place = offer * ruleCount + index
    let isShared = program.rules[place].isShared
    if isShared, let truth = sharedTruths[index] { return truth }
    guard !program.rules[place].never, let now = program.instant else { return .fails }
    if program.rules[place].readsMonths {
      read(.paidService, ofOfferAt: offer, record, group, asOf: now)
    }
    if program.rules[place].readsRedemption {
      read(.offerRedemptions, ofOfferAt: offer, record, group, asOf: now)
    }
    let truth = truth(of: program.rules[place].conditions)
    if isShared { sharedTruths[index] = truth }
    guard truth != .fails, !program.rules[place].opaque.isEmpty else { return truth }
    return truth && opaqueTruth(of: program.rules[place].opaque, forOfferAt: offer, asOf: now)
  }

  /// Returns what is known of a fact of the customer who was scored last, for an offer.
  ///
  /// - Complexity: As for ``truth(ofRuleAt:forOfferAt:_:_:)``.
  mutating func value(
    of fact: FactVariable,
    forOfferAt index: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> FactValue {
    if let now = program.instant {
      read(fact.fact.source, ofOfferAt: index, record, group, asOf: now)
    }
    return facts.value(of: fact)
  }

  /// Reads what the latest purchase does not contain, and what was not read for all offers.
  private mutating func read(
    _ source: Fact.Source,
    ofOfferAt index: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    asOf now: Instant
  ) {
    guard source == .paidService || source == .offerRedemptions else { return }
    if !hasTimeline { buildTimeline(of: record, group) }
    if source == .paidService { return countMonths(asOf: now) }
    readRedemption(of: program.engine.programs[index].offer.symbol, at: index, asOf: now)
  }
}
