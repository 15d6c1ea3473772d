package import CalendarTime

/// Determines under which assignments of policies a customer's list is the store's, exactly, in
/// storage that is used again.
///
/// Nearly all assignments read the same facts from a history. The paid months are counted under each
/// way of counting them, which costs little; the rules are asked once for each set of facts that
/// differ, and what they say stands for all assignments that lead to them.
package struct PolicyTrial: Sendable {
  /// The result of a trial.
  package enum Outcome: Sendable, Hashable {
    /// The same under all assignments.
    case always(Bool)
    /// As ``PolicyTrial/agreement`` says.
    case depends
  }

  package let space: PolicySpace
  /// A bit for each assignment, set where the customer's list is the store's.
  package private(set) var agreement: PolicySet

  // An assignment is the sum of one that differs in rules and of those that differ in facts alone.
  private let rules: [Int]
  private let months: [Int]
  private let lapses: [Int]
  private let waits: [Int]
  /// The policies of facts of each assignment.
  private let policies: ContiguousArray<FactPolicies>
  /// The rules of those assignments that differ in rules.
  private let programs: [BatchProgram]
  private var evaluator: BatchEvaluator
  /// The assignments that read the same facts of the customer, under each of the rules; nil where the
  /// history contradicts itself.
  private var alike: [Alike?] = []
  /// Whether the customer's list is the store's, by the assignments that were asked.
  private var agreements: ContiguousArray<Bool>

  /// For each assignment that differs in facts, the first one under which they are the same.
  private struct Alike: Sendable {
    let months: [Int]
    let lapses: [Int]
    let waits: [Int]
  }

  /// Creates a trial for one thread.
  ///
  /// - Complexity: O(*a*) for *a* assignments, and the rules are solved under those that they read.
  package init(_ space: PolicySpace) {
    self.space = space
    rules = space.assignments(of: [.both, .rules])
    months = space.assignments(of: [.months])
    lapses = space.assignments(of: [.lapse])
    waits = space.assignments(of: [.wait])
    policies = ContiguousArray((0..<space.count).map { space.choice($0).facts })
    programs = rules.map { BatchProgram(space.engine.assuming(space.choice($0))) }
    evaluator = BatchEvaluator(programs[0])
    agreement = PolicySet(count: space.count)
    agreements = ContiguousArray(repeating: false, count: space.count)
  }

  /// Compares a customer's list in one group with the store's, under all assignments.
  ///
  /// - Complexity: O(*m* · *n* + *c* · *p*) for *m* ways of counting the months of *n* transactions, *c*
  ///   classes of facts and *p* solved sets of rules; and O(*a*) for *a* assignments where it depends
  ///   on them.
  package mutating func compare(
    _ history: GroupHistory,
    with answer: StoreAnswer,
    at instant: Instant
  ) -> Outcome {
    var outcomes: Set<Bool> = []
    var latest: GroupHistory?
    alike.removeAll(keepingCapacity: true)
    for (index, base) in rules.enumerated() {
      guard let reading = history.reading(by: policies[base]) else {
        // A history that contradicts itself has no list.
        alike.append(nil)
        outcomes.insert(false)
        latest = nil
        continue
      }
      let isKnown = latest.map { readsAlike($0, reading) } ?? false
      let same =
        (isKnown ? alike.last ?? nil : nil) ?? findAlike(reading.timeline, from: base, at: instant)
      alike.append(same)
      latest = reading
      evaluator.program = programs[index]
      for (month, first) in zip(months, same.months) where month == first {
        for (lapse, first) in zip(lapses, same.lapses) where lapse == first {
          for (wait, first) in zip(waits, same.waits) where wait == first {
            let assignment = base + month + lapse + wait
            let list = evaluator.list(of: reading, by: policies[assignment], at: instant)
            agreements[assignment] = answer.agrees(with: list)
            outcomes.insert(agreements[assignment])
          }
        }
      }
    }
    // Most customers' lists are the same under all assignments, which need not be gone through then.
    guard outcomes.count > 1 else { return .always(outcomes.first ?? false) }
    fillAgreement()
    return .depends
  }

  /// Returns whether two readings of a history have the same facts under the same further policies.
  ///
  /// Once the instants of a timeline are known, the time zone makes no difference.
  private func readsAlike(_ lhs: GroupHistory, _ rhs: GroupHistory) -> Bool {
    var policies = lhs.policies
    policies.timeZone = rhs.policies.timeZone
    return policies == rhs.policies && lhs.isSame(as: rhs)
  }

  /// Determines which policies of facts lead to the same ones.
  private func findAlike(_ timeline: Timeline, from base: Int, at instant: Instant) -> Alike {
    func first<Value: Equatable>(of assignments: [Int], _ value: (Int) -> Value) -> [Int] {
      var known: [(value: Value, assignment: Int)] = []
      return assignments.map { assignment in
        let value = value(base + assignment)
        if let first = known.first(where: { $0.value == value }) { return first.assignment }
        known.append((value, assignment))
        return assignment
      }
    }
    return Alike(
      months: first(of: months) { assignment in
        var facts = Facts()
        timeline.countMonths(&facts, asOf: instant, policies[assignment])
        return facts.paidMonths
      },
      lapses: first(of: lapses) { assignment in
        timeline.facts(asOf: instant, policies[assignment], countsMonths: false).lapsedAt
      },
      waits: timeline.hasRedemptions ? waits : waits.map { _ in 0 }
    )
  }

  /// Sets the bits of all assignments.
  private mutating func fillAgreement() {
    agreement.removeAll()
    for (base, same) in zip(rules, alike) {
      guard let same else { continue }
      for (month, firstMonth) in zip(months, same.months) {
        for (lapse, firstLapse) in zip(lapses, same.lapses) {
          for (wait, firstWait) in zip(waits, same.waits)
          where agreements[base + firstMonth + firstLapse + firstWait] {
            agreement.insert(base + month + lapse + wait)
          }
        }
      }
    }
  }
}
