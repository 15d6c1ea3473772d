package import CalendarTime

extension EligibilityEngine {
  /// Returns the verdicts on the offers of all groups of a customer, best first in each group.
  ///
  /// - Parameters:
  ///   - record: The history, without duplicates.
  ///   - symbols: The symbols of the history.
  ///   - now: The instant that is asked about.
  /// - Returns: The verdicts; none for a group without offers.
  /// - Complexity: O(*g* · (*n* + *o*)) for *g* groups, *n* transactions and *o* offers.
  package func offerVerdicts(
    on record: HistoryRecord,
    _ symbols: SymbolTable,
    asOf now: Instant
  ) -> [OfferVerdict] {
    let groups = record.groups(in: index.productGroups, symbols)
    let asked = groups.isEmpty ? [record.subscriptionGroupIdentifier] : groups.map(Optional.some)
    return asked.flatMap { group in
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
      return programs.filter { $0.offer.group == group }.map { verdict(on: $0, reading) }
    }
  }

  private func verdict(on program: OfferProgram, _ reading: FactReading) -> OfferVerdict {
    let question = Question(
      vocabulary: rules.vocabulary,
      program: program,
      policies: policies,
      reading: reading
    )
    let outcomes = program.rules.map { question.outcome(of: $0) }
    let verdict: Verdict =
      outcomes.contains(false) ? .ineligible : outcomes.contains(nil) ? .undetermined : .eligible
    let obstacle: Bool? = verdict == .ineligible ? false : nil
    return OfferVerdict(
      key: key(of: program),
      verdict: verdict,
      obstacles: zip(rules.rules, outcomes).compactMap { rule, outcome in
        outcome == obstacle && verdict != .eligible ? rule.rule.id : nil
      }
    )
  }
}
