/// Determines under which assignments of policies a customer's list is equal to the store's, in
/// reused storage.
///
/// Nearly all assignments read the same facts from a history. The paid months are counted in each
/// way, which costs little. The rules are evaluated once for each different set of facts, and the
/// result is valid for all assignments with these facts.
package struct PolicyTrial: Sendable {
  package enum Outcome: Sendable, Hashable {
    /// The result is the same under all assignments.
    case always(Bool)
    /// ``PolicyTrial/agreement`` has the result of each assignment.
    case depends
  }

  package let space: PolicySpace
  /// The assignments under which the customer's list is equal to the store's.
  package private(set) var agreement: BitSet

  // An assignment is the sum of one that differs in rules, and one of each scope of facts.
  private let rules: [Int]
  private let scopes: [(scope: PolicyDimension.Scope, assignments: [Int])]
  private let policies: ContiguousArray<FactPolicies>
  /// Evaluators of the rules of those assignments that differ in rules.
  private var evaluators: [BatchEvaluator]
  /// For each of the rules, the ways in which facts of the customer differ, and whether the list is
  /// equal to the store's in each; empty if the history contradicts itself.
  private var ways: [[(way: Way, agrees: Bool)]] = []

  /// The assignments of each scope under which the facts are the same.
  private typealias Way = [[Int]]

  /// Creates a trial for one thread.
  ///
  /// - Complexity: O(*a*) for *a* assignments, and solving the rules under the assignments that
  ///   they read.
  package init(_ space: PolicySpace) {
    self.space = space
    rules = space.assignments(of: [.both, .rules, .completeness])
    scopes = [PolicyDimension.Scope.months, .lapse, .wait, .ending].map { scope in
      (scope, space.assignments(of: [scope]))
    }
    policies = space.factPolicies
    evaluators = rules.map { BatchEvaluator(BatchProgram(space.engine.assuming(space.choice($0)))) }
    agreement = BitSet(count: space.count)
  }

  /// Compares a customer's list in one group with the store's, under all assignments.
  ///
  /// A date without a time is the instant at which the day starts under each assignment (T4).
  ///
  /// - Complexity: O(*m* · *n* + *c* · *p*) for *m* ways of counting the months of *n*
  ///   transactions, *c* classes of facts and *p* solved sets of rules; and O(*a*) for *a*
  ///   assignments if the result depends on them.
  package mutating func compare(
    _ history: GroupHistory,
    with answer: StoreAnswer,
    at date: TimelineDate
  ) -> Outcome {
    var outcomes: Set<Bool> = []
    var known: [(reading: GroupHistory, instant: Instant, ways: [Way])] = []
    ways.removeAll(keepingCapacity: true)
    for (index, base) in rules.enumerated() {
      guard let reading = history.reading(by: policies[base]) else {
        // A history that contradicts itself has no list.
        ways.append([])
        outcomes.insert(false)
        continue
      }
      let instant = date.resolved(at: reading.policies.timeZone)
      let alike = known.first { $0.instant == instant && readsAlike($0.reading, reading) }
      let differing = alike?.ways ?? findWays(reading.timeline, from: base, at: instant)
      if alike == nil { known.append((reading, instant, differing)) }
      ways.append(
        differing.map { way in
          let assignment = way.reduce(base) { $0 + $1[0] }
          let list = evaluators[index].list(of: reading, by: policies[assignment], at: instant)
          return (way, answer.agrees(with: list))
        }
      )
      for (_, agrees) in ways[index] { outcomes.insert(agrees) }
    }
    // Most customers' lists are the same under all assignments, which are not enumerated then.
    guard outcomes.count > 1 else { return .always(outcomes.first ?? false) }
    agreement.removeAll()
    for (base, ways) in zip(rules, ways) {
      for (way, agrees) in ways where agrees {
        // Those of the last scope are added without a list of all sums.
        for sum in Self.sums(of: way.dropLast(), base) {
          for assignment in way.last ?? [0] { agreement.insert(sum + assignment) }
        }
      }
    }
    return .depends
  }

  private static func sums(of way: ArraySlice<[Int]>, _ base: Int) -> [Int] {
    way.reduce([base]) { sums, assignments in
      var all: [Int] = []
      all.reserveCapacity(sums.count * assignments.count)
      for sum in sums { for assignment in assignments { all.append(sum + assignment) } }
      return all
    }
  }

  /// Returns whether two readings of a history have the same facts under the same other policies.
  ///
  /// A timeline has instants, so the time zone does not matter any more.
  private func readsAlike(_ lhs: GroupHistory, _ rhs: GroupHistory) -> Bool {
    var policies = lhs.policies
    policies.timeZone = rhs.policies.timeZone
    return policies == rhs.policies && lhs.isSame(as: rhs)
  }

  private func findWays(_ timeline: Timeline, from base: Int, at instant: Instant) -> [Way] {
    scopes.reduce([[]]) { ways, scope in
      var alike: [(value: FactValue?, assignments: [Int])] = []
      for assignment in scope.assignments {
        let policies = policies[base + assignment]
        let value: FactValue?
        switch scope.scope {
        case .months: value = FactValue(timeline.paidMonths(asOf: instant, policies))
        case .lapse: value = timeline.facts(asOf: instant, policies).value(of: .lapsedAt)
        case .wait: value = timeline.mayHaveRedemptions ? .number(Int64(assignment)) : nil
        case .ending: value = timeline.facts(asOf: instant, policies).value(of: .state)
        case .both, .rules, .completeness: value = nil
        }
        if let index = alike.firstIndex(where: { $0.value == value }) {
          alike[index].assignments.append(assignment)
        } else {
          alike.append((value, [assignment]))
        }
      }
      return ways.flatMap { way in alike.map { way + [$0.assignments] } }
    }
  }
}
