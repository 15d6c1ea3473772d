import CEL
import CalendarTime

extension Merchandiser {
  /// Follows what a customer is shown over time.
  ///
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints, *n* transactions and *o* offers that
  ///   the customer is eligible for at one time.
  package func shown(to history: GroupHistory) -> Steps<Shown> {
    let verdicts = [introductory, winBack].flatMap { engine in
      var evaluator = engine.evaluator
      return zip(
        engine.offerIndices(in: history.group).map { engine.programs[$0] },
        engine.verdicts(of: history, by: &evaluator)
      ).filter { $1 != Steps(.ineligible) }
    }
    let changes = verdicts.indices.flatMap { index in
      let steps = verdicts[index].1
      return steps.starts.indices.map { (steps.starts[$0], index, steps.values[$0]) }
    }.ordered { ($0.0, $0.1) < ($1.0, $1.1) }
    // Time increases, so each change is applied once.
    var applied = 0
    var open: [Int: Verdict] = [:]
    func answers(at now: Instant) -> Answers {
      if applied > 0, now < changes[applied - 1].0 { (applied, open) = (0, [:]) }
      while applied < changes.count, changes[applied].0 <= now {
        let (_, index, verdict) = changes[applied]
        open[index] = verdict == .ineligible ? nil : verdict
        applied += 1
      }
      var answers = Answers()
      for (index, verdict) in open.ordered(by: { $0.key < $1.key }) {
        answers.add(verdict, on: verdicts[index].0)
      }
      return answers
    }
    return history.steps(
      of: conditions,
      besides: Set(verdicts.flatMap { $1.starts }),
      isOpen: { $0.screen == .undetermined },
      reading: { binding(of: $1, $0, answers(at: $0.asOf)) }
    ) { shown(on: $0, answers(at: $0.asOf)) }
  }
}
