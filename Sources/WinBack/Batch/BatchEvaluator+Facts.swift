extension BatchEvaluator {
  /// Returns what is known of a fact of the last customer who was scored, for an offer.
  ///
  /// - Parameters:
  ///   - fact: The fact.
  ///   - index: The place of the offer among the engine's.
  ///   - record: The customer's history.
  ///   - group: The group.
  /// - Returns: What is known of it.
  /// - Complexity: O(*n*) for *n* transactions where the fact needs the timeline, which is built once;
  ///   else O(1).
  mutating func value(
    of fact: FactVariable,
    forOfferAt index: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> FactValue {
    guard fact == .paidMonths || fact == .redemptionEndedAt, let now = program.instant else {
      return facts.value(of: fact)
    }
    if !hasTimeline { buildTimeline(of: record, group) }
    if fact == .redemptionEndedAt {
      readRedemption(of: program.engine.programs[index].offer.symbol, at: index, asOf: now)
    } else {
      countMonths(asOf: now)
    }
    return facts.value(of: fact)
  }
}
