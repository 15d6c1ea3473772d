package import CalendarTime

/// Finds the policies that customers' lists depend on, one policy at a time, in storage that is used
/// again.
package struct Sensitivity: Sendable {
  /// The result of a list under an alternative.
  package struct Change: Sendable, Hashable {
    package let alternative: Int
    package let gained: Int
    package let lost: Int
  }

  package let alternatives: [Alternative<EligibilityEngine>]
  /// The alternatives that change the list of the last customer, by adding to it, taking from it or
  /// putting it in another order.
  package private(set) var changes: [Change] = []

  /// Evaluators by the engine's own rules, and by those of the alternatives that change them.
  private var evaluators: [BatchEvaluator]
  /// The question for each alternative; to read it from the alternatives would count references.
  private let questions: [Question]

  private struct Question: Sendable {
    let scope: PolicyDimension.Scope
    let policies: FactPolicies
    /// The evaluator: most policies are about facts, and leave the rules as they are.
    let evaluator: Int
  }

  package init(
    _ engine: EligibilityEngine,
    of dimensions: [PolicyDimension]? = nil,
    at instant: Instant? = nil
  ) {
    alternatives =
      dimensions.map { dimensions in
        dimensions.flatMap { dimension in
          engine.alternatives.filter { $0.policy == dimension.name }
        }
      } ?? engine.alternatives
    var evaluators = [BatchEvaluator(BatchProgram(engine, at: instant))]
    questions = alternatives.map { alternative in
      if alternative.scope.changesRules {
        evaluators.append(BatchEvaluator(BatchProgram(alternative.engine, at: instant)))
      }
      return Question(
        scope: alternative.scope,
        policies: alternative.engine.policies.facts,
        evaluator: alternative.scope.changesRules ? evaluators.count - 1 : 0
      )
    }
    self.evaluators = evaluators
  }

  /// Returns the offers that a customer is eligible for by the engine's own policies, best first.
  package mutating func list(
    of history: GroupHistory,
    at instant: Instant
  ) -> ContiguousArray<Symbol> {
    evaluators[0].list(of: history, by: history.policies, at: instant)
  }

  /// Determines which alternatives change the list of a customer in one group.
  package mutating func follow(_ history: GroupHistory, at instant: Instant) {
    changes.removeAll(keepingCapacity: true)
    let list = list(of: history, at: instant)
    let readsMonths = evaluators[0].hasAskedMonths
    let timeline = history.timeline
    let facts = timeline.facts(asOf: instant, history.policies, countsMonths: readsMonths)
    for (index, question) in questions.enumerated() {
      switch question.scope {
      // A fact that no rule read decides nothing.
      case .months where !readsMonths: continue
      case .wait where !timeline.hasRedemptions: continue
      case .months, .lapse, .ending:
        let other = timeline.facts(asOf: instant, question.policies, countsMonths: readsMonths)
        guard other != facts else { continue }
      case .both, .wait, .rules: break
      }
      let other = self.list(after: index, history, at: instant)
      guard other != list else { continue }
      changes.append(
        Change(
          alternative: index,
          gained: other.count { !list.contains($0) },
          lost: list.count { !other.contains($0) }
        )
      )
    }
  }

  /// Returns the alternatives under which the list of a customer in one group is the store's.
  package mutating func mending(
    _ history: GroupHistory,
    _ answer: StoreAnswer,
    at instant: Instant
  ) -> [Int] {
    alternatives.indices.filter { index in
      answer.agrees(with: list(after: index, history, at: instant))
    }
  }

  /// Returns the list under an alternative.
  private mutating func list(
    after index: Int,
    _ history: GroupHistory,
    at instant: Instant
  ) -> ContiguousArray<Symbol> {
    let question = questions[index]
    return evaluators[question.evaluator].list(of: history, by: question.policies, at: instant)
  }
}
