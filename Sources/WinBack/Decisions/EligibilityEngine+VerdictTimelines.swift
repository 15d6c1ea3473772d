import CalendarTime

extension EligibilityEngine {
  /// Returns an evaluator that follows the offers of one group of a customer.
  func evaluator(for history: GroupHistory) -> BatchEvaluator {
    BatchEvaluator(BatchProgram(self, onlyGroup: history.group, symbols: history.symbols))
  }

  /// Returns the verdicts over all time on the offers of a group, in the order of the result (R2).
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - evaluator: Asks the rules of this engine.
  ///   - start: The instant from which on the verdicts are wanted.
  /// - Returns: The timelines; what they say of earlier instants does not count.
  func verdictTimelines(
    of history: GroupHistory,
    by evaluator: inout BatchEvaluator,
    from start: Instant = .minimum
  ) -> [VerdictTimeline] {
    evaluator.follow(history, evaluator.program.symbols, in: start...Instant.maximum)
    var timelines = Array(repeating: VerdictTimeline(), count: programs.count)
    for stretch in evaluator.results.stretches { timelines[stretch.offer].append(stretch) }
    return offerIndices(in: history.group).map { timelines[$0].orIneligible }
  }
}

extension VerdictTimeline {
  /// The same, or ineligible over all time where nothing was added.
  fileprivate var orIneligible: VerdictTimeline {
    guard starts.isEmpty else { return self }
    var timeline = self
    timeline.append(.ineligible, from: .minimum)
    return timeline
  }
}
