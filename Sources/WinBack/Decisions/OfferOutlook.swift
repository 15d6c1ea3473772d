package import CalendarTime

/// What becomes of one offer for one customer, in short: for many customers, where a whole
/// ``OfferDecision`` would be too much.
package struct OfferOutlook: Sendable {
  /// The place of the offer among the engine's.
  package let index: Int
  package let verdict: Verdict
  /// The rules that do not hold, in the rule set's order (R3).
  package let failedRules: [String]
  /// The next instant at which the verdict changes; nil where it stays.
  package let changesAt: Instant?
  /// The last instant of the window that is open; nil where none is or it never ends.
  package let eligibleThrough: Instant?
}

extension EligibilityEngine {
  /// The offers in the order of the result, all groups together (R2).
  package var offerIds: [String] { programs.map(\.offer.offer.offerId) }

  /// The same offers with their places in the catalog.
  package var indexedOffers: [IndexedOffer] { programs.map(\.offer) }

  /// Returns what becomes of the offers of a group for a customer without duplicates.
  ///
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  package func outlooks(
    on record: HistoryRecord,
    group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: SymbolTable,
    asOf now: Instant
  ) -> [OfferOutlook] {
    var timeline = Timeline()
    timeline.build(
      from: record,
      group: group,
      products: index.productGroups,
      at: policies.facts.timeZone,
      isOnlyGroup: isOnlyGroup
    )
    let indices = programs.indices.filter { programs[$0].offer.group == group }
    let courses = VerdictSweep(
      vocabulary: rules.vocabulary,
      policies: policies,
      symbols: symbols,
      attributes: record.attributes
    ).courses(of: indices.map { programs[$0] }, in: timeline)
    let reading = FactReading(
      of: timeline,
      asOf: now,
      policies.facts,
      symbols: symbols,
      attributes: record.attributes
    )
    return zip(indices, courses).map { index, course in
      let question = Question(
        vocabulary: rules.vocabulary,
        program: programs[index],
        policies: policies,
        reading: reading
      )
      let verdict = question.verdict()
      let change = course.change(after: now)
      return OfferOutlook(
        index: index,
        verdict: verdict,
        failedRules: zip(rules.rules, programs[index].rules).compactMap { rule, conditions in
          question.outcome(of: conditions) == false ? rule.rule.id : nil
        },
        changesAt: change,
        eligibleThrough: verdict == .eligible ? change?.adding(milliseconds: -1) : nil
      )
    }
  }
}
