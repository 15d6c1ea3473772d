package import CalendarTime

/// Why an offer is not among those that a customer may have.
package enum OfferAbsence: Sendable, Hashable {
  /// These rules do not hold, in the rule set's order (R3).
  case failed([String])
  /// No rule fails, and some cannot be decided.
  case undetermined
  /// The group has no such offer.
  case unknown
}

extension EligibilityEngine {
  /// Returns why an offer is not among those that a customer without duplicates may have.
  ///
  /// - Complexity: O(*n* + *r*) for *n* transactions and *r* rules.
  package func absence(
    of offer: Symbol,
    in group: Symbol,
    from record: HistoryRecord,
    isOnlyGroup: Bool,
    _ symbols: SymbolTable,
    asOf now: Instant
  ) -> OfferAbsence {
    let program = programs.first { $0.offer.symbol == offer && $0.offer.group == group }
    guard let program else { return .unknown }
    var timeline = Timeline()
    timeline.build(
      from: record,
      group: group,
      products: index.productGroups,
      at: policies.facts.timeZone,
      isOnlyGroup: isOnlyGroup
    )
    let question = Question(
      vocabulary: rules.vocabulary,
      program: program,
      policies: policies,
      reading: FactReading(
        of: timeline,
        asOf: now,
        policies.facts,
        symbols: symbols,
        attributes: record.attributes
      )
    )
    let failed = zip(rules.rules, program.rules).compactMap { rule, conditions in
      question.outcome(of: conditions) == false ? rule.rule.id : nil
    }
    return failed.isEmpty ? .undetermined : .failed(failed)
  }
}
