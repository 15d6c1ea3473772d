package import CalendarTime

extension Expression {
  /// Returns the instants at which some comparison with the clock changes its outcome.
  ///
  /// With all other variables fixed, the expression has one outcome from each threshold to the
  /// next, so one evaluation at each threshold is enough. Thresholds are exact, because the checker
  /// allows the clock only in comparisons that can be solved for it.
  ///
  /// The first instant of the range is never a threshold.
  ///
  /// - Returns: The instants after the first of the range at which a comparison has another outcome
  ///   than a millisecond before, sorted and unique. All failures are one outcome here.
  /// - Complexity: O(*n*) evaluations of comparisons, where *n* is the size of the expression and of
  ///   the lists that the clock is compared with.
  package func thresholds(
    of clock: VariableID,
    in range: ClosedRange<Instant>,
    _ bindings: (VariableID) -> Binding
  ) -> [Instant] {
    // A variable that is absent decides no comparison with the clock.
    func present(_ id: VariableID) -> Binding { bindings(id).ifPresent }
    var thresholds: Set<Int64> = []
    node.forEachComparison(with: clock) { comparison in
      // What holds for a range can change only where it changes for one of its ends.
      var candidates: Set<Int64> = []
      for isLast in [false, true] {
        let numbers = comparison.edges(of: clock) { id in
          present(id).end(isLast: isLast, environment[id].type)
        }
        candidates.formUnion(numbers)
      }
      for candidate in candidates {
        let instant = Instant(milliseconds: candidate)
        guard range.lowerBound < instant, instant <= range.upperBound else { continue }
        let before = comparison.evaluate(clock, at: candidate - 1, present)
        let after = comparison.evaluate(clock, at: candidate, present)
        if case (.failure, .failure) = (before, after) { continue }
        if before != after { thresholds.insert(candidate) }
      }
    }
    return thresholds.ordered().map(Instant.init(milliseconds:))
  }
}

extension Node {
  /// Calls a closure with each comparison that reads the clock.
  fileprivate func forEachComparison(with clock: VariableID, _ body: (Node) -> Void) {
    for operand in operands { operand.forEachComparison(with: clock, body) }
    if case .comparison = self, reads(clock) { body(self) }
  }

  /// Returns the numbers of the clock at which the outcome of a comparison can change.
  fileprivate func edges(
    of clock: VariableID,
    _ bindings: (VariableID) -> Binding
  ) -> [Int64] {
    guard case .comparison(let comparison, let left, let right) = self else { return [] }
    let sides: [(Node, ComparisonOperator?, Node)] = [
      (left, comparison, right), (right, comparison.mirrored, left),
    ]
    var edges: [Int64] = []
    for (moving, comparison, still) in sides {
      guard moving.reads(clock), !still.reads(clock),
        let dependence = Dependence(of: moving, on: clock, bindings)
      else { continue }
      edges += dependence.edgesOfFailure
      if dependence.isComplete, let comparison, case .value(let value) = still.evaluate(bindings),
        let numbers = comparison.numbers(value)
      {
        edges += dependence.preimage(of: numbers).edges
      }
    }
    return edges
  }

  fileprivate func evaluate(
    _ clock: VariableID,
    at milliseconds: Int64,
    _ bindings: (VariableID) -> Binding
  ) -> Outcome {
    evaluate { id in
      id == clock ? .value(.timestamp(Instant(milliseconds: milliseconds))) : bindings(id)
    }
  }
}
