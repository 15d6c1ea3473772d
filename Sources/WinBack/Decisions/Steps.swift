import CEL
public import CalendarTime

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
  /// Between two breakpoints of the timelines, every fact is constant except the clock and the
  /// months of a paid period that continues. So the value can change there only if a rule compares
  /// the clock with something, or if a month is completed. Both are found exactly, and only if the
  /// value is undecided without these two facts.
  ///
  /// `conditions` compare the clock. `instants` are other instants at which the value can change.
  /// `isOpen` tells whether a value is undecided, because a fact is not known.
  ///
  /// - Returns: The value from the first instant of the range on.
  /// - Complexity: O(*b* · *n*) for *b* breakpoints in the range and *n* transactions.
  func steps<Value>(
    of conditions: [Expression],
    in range: ClosedRange<Instant> = Instant.minimum...Instant.maximum,
    besides instants: Set<Instant> = [],
    isOpen: (Value) -> Bool,
    reading binding: (Snapshot, VariableID) -> Binding,
    _ value: (Snapshot) -> Value
  ) -> Steps<Value> {
    var changes: ContiguousArray<Instant> = []
    func reads(_ fact: FactVariable) -> Bool {
      conditions.contains { $0.variables.contains(Vocabulary.id(of: fact)) }
    }
    let readsEver = reads(.paidMonthsEver)
    for timeline in readsEver ? timelines : [timeline] {
      timeline.appendBreakpoints(in: range, to: &changes)
    }
    let breakpoints = instants.union(changes)
      .filter { range.lowerBound < $0 && $0 <= range.upperBound }.ordered()
    let end = range.upperBound.adding(milliseconds: 1)
    // Counting the months at each breakpoint costs more than everything else.
    let countsMonths = reads(.paidMonths)
    var steps = Steps<Value>()
    for (start, end) in zip([range.lowerBound] + breakpoints, breakpoints + [end]) {
      let first = Snapshot(of: self, asOf: start, countsMonths: countsMonths)
      let services = [first.facts.paidService] + (readsEver ? servicesEver(asOf: start) : [])
      let grows = services.contains { $0.openSince != nil }
      let known = value(first.hiding(grows ? [.now, .paidMonths, .paidMonthsEver] : [.now]))
      guard isOpen(known) else {
        steps.append(known, from: start)
        continue
      }
      var begin = start
      let months = services.flatMap { $0.changes(in: start..<end, policies.monthLength) }
      for change in Set(months).ordered() + [end] where change > begin {
        let snapshot =
          begin == start ? first : Snapshot(of: self, asOf: begin, countsMonths: countsMonths)
        let last = change.adding(milliseconds: -1)
        let thresholds = conditions.flatMap { condition in
          condition.thresholds(of: Vocabulary.id(of: .now), in: begin...last) {
            binding(snapshot, $0)
          }
        }
        for instant in [begin] + thresholds.ordered() {
          steps.append(value(snapshot.moved(to: instant)), from: instant)
        }
        begin = change
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
      isOpen: { $0 == .undetermined },
      reading: { OfferEvaluator(program, $0).binding(of: $1) }
    ) { $0.verdict(on: program) }
  }
}

extension EligibilityEngine {
  var evaluator: BatchEvaluator { BatchEvaluator(solved) }

  /// Returns the verdicts over time on the offers of a group, in the order of the result (R2).
  func verdicts(
    of history: GroupHistory,
    by evaluator: inout BatchEvaluator,
    from start: Instant = .minimum
  ) -> [Steps<Verdict>] {
    evaluator.follow(history, in: start...max(start, .maximum))
    var verdicts = Array(repeating: Steps(Verdict.ineligible), count: programs.count)
    for stretch in evaluator.results.stretches { verdicts[stretch.offer].append(stretch) }
    return offerIndices(in: history.group).map { verdicts[$0] }
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
