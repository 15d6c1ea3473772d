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
  /// The symbols that those of histories come after.
  package let symbols: SymbolTable
  /// A bit for each assignment, set where the customer's list is the store's.
  package private(set) var agreement: PolicySet

  /// The rules, by the values that they read: those of ``PolicyDimension/Scope/both`` first.
  private let programs: [BatchProgram]
  /// The policies for facts, by all dimensions but those of rules alone.
  private let choices: [PolicyChoice]
  private let zones: [PolicyChoice]
  /// Whether the time zone is all that both facts and rules depend on.
  private let zonesAreAll: Bool
  private let sizes: (both: Int, months: Int, lapse: Int, wait: Int, rules: Int)
  private var evaluator: BatchEvaluator

  // What differs for the customer: the classes of facts, and what the rules say of them.
  private var monthClasses: Classes<Int64>
  private var lapseClasses: Classes<Instant?>
  private var outcomes: ContiguousArray<Bool> = []

  /// Creates a trial for one thread.
  ///
  /// - Parameters:
  ///   - space: The policies.
  ///   - symbols: Symbols to continue from, which begin with the catalog's; nil for those alone.
  /// - Complexity: O(*a*) for *a* assignments, and the rules are solved under those that they read.
  package init(_ space: PolicySpace, symbols: SymbolTable? = nil) {
    self.space = space
    let sizes = (
      both: space.size(.both), months: space.size(.months), lapse: space.size(.lapse),
      wait: space.size(.wait), rules: space.size(.rules)
    )
    self.sizes = sizes
    let facts = space.count / (sizes.both * sizes.rules)
    choices = (0..<sizes.both * facts).map { space.choice($0 * sizes.rules) }
    var symbols = symbols ?? space.engine.index.symbols
    programs = (0..<sizes.both).flatMap { both in
      (0..<sizes.rules).map { rules in
        space.program(space.choice(both * facts * sizes.rules + rules), &symbols)
      }
    }
    zones = (0..<sizes.both).map { space.choice($0 * facts * sizes.rules) }
    zonesAreAll = space.dimensions.allSatisfy { $0.scope != .both || $0.name == "timeZone" }
    self.symbols = symbols
    agreement = PolicySet(count: space.count)
    evaluator = BatchEvaluator(programs[0])
    monthClasses = Classes(count: sizes.months)
    lapseClasses = Classes(count: sizes.lapse)
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
    let histories = zones.map { history.reading(by: $0.facts) }
    // Most customers' lists are the same under all assignments, which need not be gone through then.
    let outcome = ask(histories, answer, at: instant, fills: false)
    guard outcome == .depends else { return outcome }
    agreement.removeAll()
    return ask(histories, answer, at: instant, fills: true)
  }

  private mutating func ask(
    _ histories: [GroupHistory?],
    _ answer: StoreAnswer,
    at instant: Instant,
    fills: Bool
  ) -> Outcome {
    var first: Bool?
    var depends = false
    var latest: GroupHistory?
    for both in histories.indices {
      // A history that contradicts itself has no list.
      guard let history = histories[both] else {
        depends = depends || first == true
        first = first ?? false
        continue
      }
      if latest?.isSame(as: history) != true || !zonesAreAll {
        findClasses(of: history.timeline, at: instant, both)
      }
      latest = history
      let isUniform = ask(history, answer, at: instant, both)
      depends = depends || !isUniform || first.map { $0 != outcomes[0] } ?? false
      first = first ?? outcomes[0]
      if fills { fill(both, hasRedemptions: history.timeline.hasRedemptions) }
    }
    return depends ? .depends : .always(first ?? false)
  }

  /// Determines which policies for facts lead to the same ones.
  private mutating func findClasses(
    of timeline: Timeline,
    at instant: Instant,
    _ both: Int
  ) {
    monthClasses.removeAll()
    lapseClasses.removeAll()
    var facts = Facts()
    for months in 0..<sizes.months {
      let policies = choice(both, months, 0, 0).facts
      timeline.countMonths(&facts, asOf: instant, policies)
      monthClasses.append(facts.paidMonths)
    }
    for lapse in 0..<sizes.lapse {
      let policies = choice(both, 0, lapse, 0).facts
      let facts = timeline.facts(asOf: instant, policies, countsMonths: false)
      lapseClasses.append(facts.lapsedAt)
    }
  }

  /// Evaluates the rules for each class of facts, and returns whether they always say the same.
  private mutating func ask(
    _ history: GroupHistory,
    _ answer: StoreAnswer,
    at instant: Instant,
    _ both: Int
  ) -> Bool {
    let waitCount = history.timeline.hasRedemptions ? sizes.wait : 1
    outcomes.removeAll(keepingCapacity: true)
    var isUniform = true
    for rules in 0..<sizes.rules {
      evaluator.program = programs[both * sizes.rules + rules]
      for months in monthClasses.first {
        for lapse in lapseClasses.first {
          for wait in 0..<waitCount {
            let policies = choice(both, months, lapse, wait).facts
            let list = evaluator.list(of: history, by: policies, symbols, at: instant)
            let agrees = answer.agrees(with: list)
            outcomes.append(agrees)
            if agrees != outcomes[0] { isUniform = false }
          }
        }
      }
    }
    return isUniform
  }

  /// Sets the bits of the assignments with some values of the first dimensions.
  private mutating func fill(_ both: Int, hasRedemptions: Bool) {
    let waits = hasRedemptions ? sizes.wait : 1
    let lapses = lapseClasses.first.count
    let block = monthClasses.first.count * lapses * waits
    var bit = both * sizes.months * sizes.lapse * sizes.wait * sizes.rules
    for months in 0..<sizes.months {
      for lapse in 0..<sizes.lapse {
        for wait in 0..<sizes.wait {
          var place =
            (monthClasses.classes[months] * lapses + lapseClasses.classes[lapse]) * waits
            + (waits == 1 ? 0 : wait)
          for _ in 0..<sizes.rules {
            if outcomes[place] { agreement.insert(bit) }
            bit += 1
            place += block
          }
        }
      }
    }
  }

  private func choice(_ both: Int, _ months: Int, _ lapse: Int, _ wait: Int) -> PolicyChoice {
    choices[((both * sizes.months + months) * sizes.lapse + lapse) * sizes.wait + wait]
  }

  /// Values that are equal, under one number.
  private struct Classes<Value: Equatable & Sendable>: Sendable {
    /// The class of each value.
    private(set) var classes: ContiguousArray<Int> = []
    /// The first value of each class, by its place.
    private(set) var first: ContiguousArray<Int> = []
    private var values: ContiguousArray<Value> = []

    init(count: Int) {
      classes.reserveCapacity(count)
    }

    mutating func removeAll() {
      classes.removeAll(keepingCapacity: true)
      first.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
    }

    mutating func append(_ value: Value) {
      if let known = values.firstIndex(of: value) {
        classes.append(known)
      } else {
        first.append(classes.count)
        classes.append(values.count)
        values.append(value)
      }
    }
  }
}
