package import CEL
package import CalendarTime

/// What the rules may read of one customer in one group at one instant, to be asked about offers one
/// by one.
///
/// A ``Decision`` is made for people, with reasons, windows and changes. This is the part of it that
/// tests need many thousand times, by the same rules over the same facts; the offers may be others
/// than the engine's, so that one can tell what a change of an offer would change.
package struct Situation: Sendable {
  private let vocabulary: Vocabulary
  private let policies: PolicyChoice
  private let reading: FactReading

  /// The group; nil for a customer of whom no group is known.
  package let group: Symbol?

  /// The instant that is asked about.
  package let asOf: Instant

  init(_ engine: EligibilityEngine, _ reading: FactReading, group: Symbol?) {
    vocabulary = engine.rules.vocabulary
    policies = engine.policies
    self.reading = reading
    self.group = group
    asOf = reading.now
  }

  /// Returns the verdict on an offer (R1).
  package func verdict(on program: OfferProgram) -> Verdict {
    question(about: program).verdict()
  }

  /// Returns whether a rule holds for an offer; nil where that cannot be decided.
  package func outcome(ofRuleAt index: Int, for program: OfferProgram) -> Bool? {
    question(about: program).outcome(of: program.rules[index])
  }

  /// Returns what an expression over facts comes to for an offer.
  package func outcome(of expression: Expression, for program: OfferProgram) -> Outcome {
    let question = question(about: program)
    return expression.evaluate(question.binding(of:))
  }

  /// Returns what a rule about an offer reads from a variable.
  package func binding(of variable: VariableID, for program: OfferProgram) -> Binding {
    question(about: program).binding(of: variable)
  }

  private func question(about program: OfferProgram) -> Question {
    Question(vocabulary: vocabulary, program: program, policies: policies, reading: reading)
  }
}

extension EligibilityEngine {
  /// Returns the situations of a customer without duplicates, one for each subscription group (R5).
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  package func situations(
    of record: HistoryRecord,
    _ symbols: SymbolTable,
    asOf now: Instant
  ) -> [Situation] {
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
      return Situation(self, reading, group: group)
    }
  }
}
