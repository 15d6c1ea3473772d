/// Finds the policies that customers' lists depend on, one policy at a time, in reused storage.
package struct Sensitivity: Sendable {
  package struct Change: Sendable, Hashable {
    package let alternative: Int
    package let gained: Int
    package let lost: Int
  }

  package let alternatives: [Alternative<EligibilityEngine>]
  /// The alternatives that change the list of the last customer: the offers in it, or their order.
  package private(set) var changes: [Change] = []

  /// Evaluators of the engine's own rules, and of the alternatives that change rules.
  private var evaluators: [BatchEvaluator]
  /// The question for each alternative; reading the alternatives would count references.
  private let questions: [Question]

  private struct Question: Sendable {
    let scope: PolicyDimension.Scope
    let policies: FactPolicies
    /// The index of the evaluator; most policies change only facts and use the first one.
    let evaluator: Int
    /// Whether only the time zone differs, and the rules are the same in both.
    let isAboutDays: Bool
  }

  package init(
    _ engine: EligibilityEngine,
    of dimensions: [PolicyDimension]? = nil,
    at instant: Instant? = nil
  ) {
    let all = engine.alternatives
    alternatives =
      dimensions?.flatMap { dimension in all.filter { $0.policy == dimension.name } } ?? all
    let program = BatchProgram(engine, at: instant)
    var evaluators = [BatchEvaluator(program)]
    questions = alternatives.map { alternative in
      let changesRules = alternative.scope.changesRules
      let other = changesRules ? BatchProgram(alternative.engine, at: instant) : program
      if changesRules { evaluators.append(BatchEvaluator(other)) }
      let policies = alternative.engine.policies.facts
      return Question(
        scope: alternative.scope,
        policies: policies,
        evaluator: changesRules ? evaluators.count - 1 : 0,
        isAboutDays: policies.timeZone != engine.policies.facts.timeZone
          && program.asksTheSame(as: other)
      )
    }
    self.evaluators = evaluators
  }

  /// Returns the offers that a customer is eligible for under the engine's own policies, best
  /// first.
  package mutating func list(
    of history: GroupHistory,
    at instant: Instant
  ) -> ContiguousArray<Symbol> {
    evaluators[0].list(of: history, by: history.policies, at: instant)
  }

  package mutating func follow(_ history: GroupHistory, at instant: Instant) {
    let list = list(of: history, at: instant)
    follow(history, at: instant, from: list, readsMonths: evaluators[0].hasAskedMonths)
  }

  /// An evaluator with the engine's own policies has just scored the customer at the instant.
  package mutating func follow(
    _ history: GroupHistory,
    at instant: Instant,
    scoredBy evaluator: borrowing BatchEvaluator
  ) {
    follow(history, at: instant, from: evaluator.list, readsMonths: evaluator.hasAskedMonths)
  }

  private mutating func follow(
    _ history: GroupHistory,
    at instant: Instant,
    from list: ContiguousArray<Symbol>,
    readsMonths: Bool
  ) {
    changes.removeAll(keepingCapacity: true)
    let timeline = history.timeline
    let own = history.policies
    let dependsOnDays = history.hasDays || !timeline.gaps.isEmpty
    let months = readsMonths ? timeline.paidMonths(asOf: instant, own) : 0...0
    var facts: Facts?
    for (index, question) in questions.enumerated() {
      switch question.scope {
      // A fact that no rule has read does not matter.
      case .months:
        guard readsMonths, timeline.paidMonths(asOf: instant, question.policies) != months
        else { continue }
      case .completeness: guard timeline.mayLackPurchases else { continue }
      case .wait: guard timeline.mayHaveRedemptions else { continue }
      case .lapse where !timeline.mayLapseOtherwise: continue
      case .ending where timeline.renewalStatus != nil: continue
      case .lapse, .ending:
        let known = facts ?? timeline.facts(asOf: instant, own)
        facts = known
        let other = timeline.facts(asOf: instant, question.policies)
        guard other != known else { continue }
      case .both: guard dependsOnDays || !question.isAboutDays else { continue }
      case .rules: break
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

  /// Returns the alternatives under which the list of a customer in one group is equal to the
  /// store's; a date without a time is the instant at which the day starts under each (T4).
  package mutating func mending(
    _ history: GroupHistory,
    _ answer: StoreAnswer,
    at date: TimelineDate
  ) -> [Int] {
    alternatives.indices.filter { index in
      let instant = date.resolved(at: questions[index].policies.timeZone)
      return answer.agrees(with: list(after: index, history, at: instant))
    }
  }

  private mutating func list(
    after index: Int,
    _ history: GroupHistory,
    at instant: Instant
  ) -> ContiguousArray<Symbol> {
    let question = questions[index]
    return evaluators[question.evaluator].list(of: history, by: question.policies, at: instant)
  }
}
