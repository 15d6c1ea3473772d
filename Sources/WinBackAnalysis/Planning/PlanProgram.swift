import CEL

/// The rules about an offer, solved for every setting of its criteria at once (section 6 of the
/// semantics).
///
/// Each value of each criterion is evaluated alone, as an offer with the conditions that read no
/// criterion and those of the value. A customer is eligible under a setting if its four values
/// hold. So a hundred questions answer for all settings, and at an instant tables answer most of
/// them.
package struct PlanProgram: Sendable {
  /// The rules, as offers of one value each; at an instant the first has no value.
  let batch: BatchProgram
  /// The value of each of these offers; nil for one without a value.
  let values: [(criterion: Criterion, valueIndex: Int)?]
  /// The criteria whose values are in a table instead.
  let tables: [(criterion: Criterion, table: CriterionTable)]
  package let span: ClosedRange<Instant>

  /// It throws if a condition reads several criteria together.
  package init(
    _ engine: EligibilityEngine,
    offerAt index: Int,
    in span: ClosedRange<Instant>
  ) throws(PlanError) {
    let program = engine.programs[index]
    let rules = try SplitRules(engine, program)
    let now = span.lowerBound == span.upperBound ? span.lowerBound : nil
    var programs = now == nil ? [] : [OfferProgram(program, asking: rules.fixed)]
    var values: [(criterion: Criterion, valueIndex: Int)?] = now == nil ? [] : [nil]
    var tables: [(criterion: Criterion, table: CriterionTable)] = []
    for criterion in Criterion.allCases {
      let conditions = (0..<criterion.count).map { rules.conditions(of: criterion, at: $0) }
      if let now {
        let solved = conditions.map { $0.map { $0.specialized(at: now) } }
        if let table = CriterionTable(solved, program.vocabulary) {
          tables.append((criterion, table))
          continue
        }
      }
      for (valueIndex, conditions) in conditions.enumerated() {
        programs.append(OfferProgram(program, asking: rules.fixed + conditions))
        values.append((criterion, valueIndex))
      }
    }
    self.values = values
    // The conditions that the latest purchase decides come first: most customers then need no
    // timeline.
    self.tables =
      tables.filter { $0.table.fact == .lapsedAt } + tables.filter { $0.table.fact != .lapsedAt }
    self.span = span
    batch = BatchProgram(engine.deciding(by: programs), at: now)
  }
}
