import CEL
import CalendarTime

extension Merchandiser {
  /// Follows what a customer is shown over time.
  ///
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints, *n* transactions and *o* offers that may
  ///   be had at some time.
  package func shown(to history: GroupHistory) -> Steps<Shown> {
    let verdicts = [introductory, winBack].flatMap { engine in
      var evaluator = engine.evaluator
      return zip(
        engine.offerIndices(in: history.group).map { engine.programs[$0] },
        engine.verdicts(of: history, by: &evaluator)
      ).filter { $1 != Steps(.ineligible) }
    }
    func answers(at now: Instant) -> Answers {
      var answers = Answers()
      for (program, steps) in verdicts {
        answers.add(steps.value(at: now) ?? .ineligible, on: program)
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
