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
    // What holds for a range can change only where it changes for one of its ends.
    for isLast in [false, true] {
      node.collectThresholds(
        of: clock,
        { present($0).end(isLast: isLast, environment.variables[$0.index].type) }
      ) { comparison, candidates in
        for candidate in candidates where !thresholds.contains(candidate) {
          let instant = Instant(milliseconds: candidate)
          guard range.lowerBound < instant, instant <= range.upperBound else { continue }
          let before = comparison.evaluate(clock, at: candidate - 1, present)
          let after = comparison.evaluate(clock, at: candidate, present)
          if case (.failure, .failure) = (before, after) { continue }
          if before != after { thresholds.insert(candidate) }
        }
      }
    }
    return thresholds.ordered().map(Instant.init(milliseconds:))
  }
}

extension Node {
  /// Reports each comparison with the clock, and the numbers at which its outcome can change.
  fileprivate func collectThresholds(
    of clock: VariableID,
    _ bindings: (VariableID) -> Binding,
    _ body: (Node, [Int64]) -> Void
  ) {
    for operand in operands { operand.collectThresholds(of: clock, bindings, body) }
    guard case .comparison(let comparison, let left, let right) = self else { return }
    let sides: [(Node, ComparisonOperator?, Node)] = [
      (left, comparison, right), (right, comparison.mirrored, left),
    ]
    for (moving, comparison, still) in sides {
      guard moving.reads(clock), !still.reads(clock),
        let dependence = Dependence(of: moving, on: clock, bindings)
      else { continue }
      var candidates = dependence.edgesOfFailure
      if dependence.isComplete, let comparison, case .value(let value) = still.evaluate(bindings),
        let numbers = comparison.numbers(value)
      {
        candidates += dependence.preimage(of: numbers).edges
      }
      body(self, candidates)
    }
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

extension Binding {
  /// The first or the last number of a range, as a value; the binding itself if it is no range.
  fileprivate func end(isLast: Bool, _ type: ValueType) -> Binding {
    guard case .range(let range, _) = self else { return self }
    let number = isLast ? range.upperBound : range.lowerBound
    return .value(type == .timestamp ? .timestamp(Instant(milliseconds: number)) : .int(number))
  }
}
