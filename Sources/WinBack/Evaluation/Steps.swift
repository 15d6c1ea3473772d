import CEL

/// A value that changes over time, as the instants at which it changes.
package struct Steps<Value: Hashable & Sendable>: Sendable, Hashable {
  /// The instants at which the values begin, in order.
  package private(set) var starts: ContiguousArray<Instant> = []
  /// The values; each lasts until the next one begins, the last one forever.
  package private(set) var values: ContiguousArray<Value> = []

  init() {}

  init(_ value: Value) { append(value, from: .minimum) }

  /// Adds a value that begins after all others, or replaces the one that begins at the same instant.
  mutating func append(_ value: Value, from start: Instant) {
    if starts.last == start {
      starts.removeLast()
      values.removeLast()
    }
    guard value != values.last else { return }
    starts.append(start)
    values.append(value)
  }

  /// Returns the ranges of time that have a value (R4).
  package func windows(of value: Value) -> [Window] {
    starts.indices.compactMap { index in
      guard values[index] == value else { return nil }
      let next = index + 1
      return Window(
        from: starts[index],
        through: next < starts.endIndex ? starts[next].adding(milliseconds: -1) : nil
      )
    }
  }

  /// Returns the value at an instant, which must not be before the first one.
  func value(at now: Instant) -> Value {
    values[max(0, starts.indices.end { starts[$0] <= now } - 1)]
  }

  func next(after now: Instant, where condition: (Value) -> Bool = { _ in true }) -> Instant? {
    starts.indices.first { starts[$0] > now && condition(values[$0]) }.map { starts[$0] }
  }
}

extension Steps<Verdict> {
  /// Adds a stretch that follows all others, after which the customer is ineligible.
  mutating func append(_ stretch: VerdictStretch) {
    append(stretch.isEligible ? .eligible : .undetermined, from: stretch.from)
    if stretch.through < .maximum {
      append(.ineligible, from: stretch.through.adding(milliseconds: 1))
    }
  }
}

extension GroupHistory {
  /// Follows a value that rules decide about the history, by the same rules as at one instant.
  ///
  /// `conditions` compare the clock. `instants` are other instants at which the value can change.
  ///
  /// - Returns: The value from the first instant of the range on.
  /// - Complexity: O(*c* · *n*) for *c* changes in the range and *n* transactions.
  func steps<Value>(
    of conditions: [Expression],
    in range: ClosedRange<Instant> = Instant.minimum...Instant.maximum,
    besides instants: Set<Instant> = [],
    reading binding: (Snapshot, VariableID) -> Binding,
    _ value: (Snapshot) -> Value
  ) -> Steps<Value> {
    var breakpoints: ContiguousArray<Instant> = []
    timeline.appendBreakpoints(in: range, to: &breakpoints)
    let ends = instants.union(breakpoints).filter(range.contains).ordered()
    // Counting the months at each breakpoint costs more than everything else.
    let countsMonths = conditions.contains { $0.reads(.paidMonths) }
    var steps = Steps<Value>()
    var start = range.lowerBound
    for end in ends + [range.upperBound.adding(milliseconds: 1)] {
      while start < end {
        let snapshot = Snapshot(of: self, asOf: start, countsMonths: countsMonths)
        steps.append(value(snapshot), from: start)
        start = snapshot.change(of: conditions, before: end) { binding(snapshot, $0) }
      }
    }
    return steps
  }

  /// Returns the verdict on an offer over time.
  ///
  /// This is the definition of windows (R4); a ``BatchEvaluator`` gives the same windows, faster,
  /// if it can solve the rules.
  package func verdicts(
    on program: OfferProgram,
    in range: ClosedRange<Instant> = Instant.minimum...Instant.maximum
  ) -> Steps<Verdict> {
    steps(
      of: Array(program.rules.joined()),
      in: range,
      reading: { OfferEvaluator(program, $0).binding(of: $1) }
    ) { $0.verdict(on: program) }
  }
}

extension Snapshot {
  /// Returns the first instant after that of the snapshot, and before another one, at which
  /// conditions can change; the other one if there is none.
  ///
  /// There must be no breakpoint of the timeline between the two. Then every fact of the group is
  /// constant, except the clock and the months of a paid period that continues.
  func change(
    of conditions: some Sequence<Expression>,
    before end: Instant,
    _ binding: (VariableID) -> Binding
  ) -> Instant {
    let months = facts.paidService.change(after: asOf, history.policies.monthLength)
    var change = min(end, months ?? end)
    for condition in conditions {
      if condition.reads(.paidMonthsEver) {
        change = history.changeOfPaidMonthsEver(after: asOf, before: change)
      }
      let last = change.adding(milliseconds: -1)
      guard asOf < last else { break }
      let clock = Vocabulary.id(of: .now)
      change = condition.thresholds(of: clock, in: asOf...last, binding).first ?? change
    }
    return change
  }
}

extension Expression {
  fileprivate func reads(_ fact: FactVariable) -> Bool {
    reads(Vocabulary.id(of: fact))
  }
}

extension EligibilityEngine {
  /// Returns the verdicts over time on all offers, by their index; a customer is eligible for none of
  /// another group.
  package func verdicts(
    of history: GroupHistory,
    from start: Instant = .minimum
  ) -> [Steps<Verdict>] {
    var evaluator = BatchEvaluator(solved)
    evaluator.follow(history, in: start...max(start, .maximum))
    var verdicts = Array(repeating: Steps(Verdict.ineligible), count: programs.count)
    for stretch in evaluator.results.stretches { verdicts[stretch.offer].append(stretch) }
    return verdicts
  }
}

/// A range of time in which a customer is eligible for an offer (R4).
public struct Window: Sendable, Hashable {
  /// The first instant.
  public let from: Instant

  /// The last instant, which still belongs to the window; nil if it never ends.
  public let through: Instant?

  /// Creates a window.
  public init(from: Instant, through: Instant?) {
    self.from = from
    self.through = through
  }

  /// Returns whether an instant lies in the window.
  public func contains(_ instant: Instant) -> Bool {
    from <= instant && instant <= through ?? Instant.maximum
  }
}
