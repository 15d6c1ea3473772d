import CEL
import WinBackAnalysis

/// Searches for customers who show something, among all possible customers.
///
/// The goal is a region of facts, in which assignments are found exactly. The search makes a story
/// of an assignment, and the engine confirms that it shows the goal.
package struct StorySearch: Sendable {
  let engine: EligibilityEngine
  let space: CustomerSpace
  private let groups: [String: Group]
  /// The region of each condition of each offer: by offer, rule and condition.
  private let conditions: [[[Region]]]
  /// The customers who are eligible for each offer.
  private(set) var reaches: [Region] = []

  private struct Group {
    /// The customers, who have bought what the catalog has.
    let customers: Region
    let finder: AssignmentFinder
    let planner: PurchasePlanner
  }

  package init(_ engine: EligibilityEngine) {
    self.engine = engine
    let space = CustomerSpace([engine])
    self.space = space
    let anybody = space.customers(engine.policies.facts)
    groups = Dictionary(
      engine.catalog.subscriptionGroups.map { group in
        let products = group.subscriptions.map { Value.string($0.productId) }
        let bought = Domain(.only(Set(products)), allowsAbsence: true)
        let box = Box([space.id(of: .productId): bought])
        let own = Group(
          customers: anybody.intersection(Region([box])),
          finder: AssignmentFinder(space, engine, group: group.id),
          planner: PurchasePlanner(engine, group: group.id)
        )
        return (group.id, own)
      }
    ) { $1 }
    conditions = engine.programs.map { program in
      program.rules.map { conjuncts in
        conjuncts.map { engine.region(of: [$0], about: program, in: space) }
      }
    }
    reaches = engine.programs.map { reach(of: $0, among: customers(of: $0)) }
  }

  struct Finding: Sendable {
    static let impossible = Finding(isPossible: false)

    /// Whether there are such customers.
    let isPossible: Bool
    /// A customer that the engine confirms; nil if no story of one was found.
    var proposal: Proposal?
  }

  // MARK: - Goals

  func search(for goal: CoverageGoal, alone: Bool) -> Finding {
    let program = engine.programs[goal.offer]
    var region = alone ? others(than: goal) : customers(of: program)
    var offset: Int64 = 0
    switch goal.kind {
    case .holds:
      region = engine.region(of: [goal.expression], about: program, among: region, in: space)
    case .fails: region = region.subtracting(conditions[goal.offer][goal.rule][goal.conjunct])
    case .edge(let edge):
      let (equation, step) = edge.equation
      region = engine.region(of: [equation], about: program, among: region, in: space)
      offset = step
    }
    return search(in: region, group: group(of: goal.offer), offset: offset) { situation in
      goal.isShown(by: OfferProfile(situation, program), alone: alone)
    }
  }

  /// Returns the customers for whom all conditions of an offer hold, except perhaps that of a goal.
  private func others(than goal: CoverageGoal) -> Region {
    var others = conditions[goal.offer]
    others[goal.rule].remove(at: goal.conjunct)
    let customers = customers(of: engine.programs[goal.offer])
    return others.joined().reduce(customers) { $0.intersection($1) }
  }

  /// Returns those of some customers who are eligible for an offer, or would be without one rule.
  func reach(
    of program: OfferProgram,
    among customers: Region,
    without removed: Int? = nil
  ) -> Region {
    let conditions = program.rules.indices.filter { $0 != removed }.flatMap { program.rules[$0] }
    return engine.region(of: conditions, about: program, among: customers, in: space)
  }

  /// Returns the customers of an offer's group who redeemed the offer after its start, and after
  /// enough paid months, or who never redeemed it; the finder knows when the offer ends.
  func customers(of program: OfferProgram) -> Region {
    let key = program.offer.key
    let customers = groups[key.group]?.customers ?? .nothing
    let aged = space.redemption(of: key)
    let never = space.withoutRedemption(of: key)
    guard let offer = program.offer.winBack else {
      // Only the developer's own rules say who redeems it, and when.
      let once = Box([
        aged.instant: .presence, aged.age: .presence, aged.elapsed: .presence,
        space.redemptionCount(of: key): Domain(1...Int64.max),
      ])
      return customers.intersection(Region([never, once]))
    }
    let policies = engine.policies.facts
    // Not on the first day, so that the offer can start a day later.
    let start =
      offer.startDate.start(at: policies.timeZone).milliseconds + Instant.millisecondsPerDay
    let asked = Int64(offer.customerEligibilityPaidSubscriptionDurationInMonths)
    // If the wait starts with the redemption, its end is not known: at least one period is over.
    let months = policies.waitStart == .redemption ? PeriodLength(offer.duration).months ?? 0 : 0
    let once = Box([
      aged.instant: Domain(start + 1...Int64.max),
      aged.age: months == 0 ? .presence : Domain(Int64(2 * months)...Int64.max),
      aged.elapsed: .presence,
      space.id(of: .paidMonths): Domain(asked...Int64.max),
    ])
    return customers.intersection(Region([never, once]))
  }

  func group(of offer: Int) -> String { engine.programs[offer].offer.key.group }

  /// Returns the views of a proposal; empty if the story is impossible.
  func views(of proposal: Proposal) -> [CustomerView] {
    guard proposal.asOf.isValid, let history = try? proposal.story.history(for: engine),
      let customer = try? ScenarioCustomer(history, for: engine)
    else { return [] }
    return customer.views(in: proposal.storefronts, engine, asOf: proposal.asOf)
  }

  /// Returns a customer of a region, evaluated `offset` milliseconds after the instant of the
  /// facts.
  func search(
    in region: Region,
    group: String,
    offset: Int64 = 0,
    _ shows: (Snapshot) -> Bool
  ) -> Finding {
    guard let group = groups[group] else { return .impossible }
    var isPossible = false
    // First away from all other edges, so that a millisecond does not cross two of them.
    let boxes = offset == 0 ? region.boxes : region.boxes.map(narrowed) + region.boxes
    // A later instant leaves time for longer stories.
    for box in boxes + region.boxes.compactMap(late) {
      guard let facts = group.finder.assignment(in: box) else { continue }
      isPossible = true
      let asOf = facts.now.adding(milliseconds: offset)
      let writer = StoryWriter(facts: facts, engine: engine, planner: group.planner)
      for story in writer.stories {
        let proposal = Proposal(story: story, asOf: asOf)
        if views(of: proposal).contains(where: { $0.situations.contains(where: shows) }) {
          return Finding(isPossible: true, proposal: proposal)
        }
      }
    }
    return Finding(isPossible: isPossible)
  }

  /// Returns a customer who shows a goal; all other conditions hold if a story of such a customer
  /// was found.
  func search(for goal: CoverageGoal) -> (finding: Finding, alone: Bool) {
    let alone = search(for: goal, alone: true)
    if alone.proposal != nil { return (alone, true) }
    return (search(for: goal, alone: false), false)
  }

  /// The longest time in which everything in a story can happen: five years.
  private static let longStory = 5 * 365 * Instant.millisecondsPerDay

  /// Returns the end of a box's time, or a time years after its start; nil if that is the whole
  /// box.
  private func late(_ box: Box) -> Box? {
    let id = space.id(of: .now)
    guard case .numbers(let instants) = box[id].values, let first = instants.intervals.first,
      let last = instants.intervals.last
    else { return nil }
    let month = 31 * Instant.millisecondsPerDay
    let (start, overflows) = first.lowerBound.addingReportingOverflow(Self.longStory)
    let bound = overflows ? last.upperBound : min(start, last.upperBound)
    guard bound > .min + month, bound - month > first.lowerBound else { return nil }
    var late = box
    late[id] = Domain(.numbers(instants.intersection(IntervalSet(bound - month...Int64.max))))
    return late
  }

  /// Returns a box without the ends of its intervals of time, if something is between them.
  private func narrowed(_ box: Box) -> Box {
    var narrowed = box
    for id in box.domains.keys {
      switch space.dimension(of: id) {
      case .fact(.now), .age:
        guard case .numbers(let numbers) = box[id].values else { continue }
        let inner = numbers.intervals.map { interval in
          let (lower, upper) = (interval.lowerBound, interval.upperBound)
          guard lower < upper, lower + 1 < upper else { return interval }
          // Nothing crosses the first instant that there is.
          return (lower == Instant.minimum.milliseconds ? lower : lower + 1)...upper - 1
        }
        narrowed[id].values = .numbers(IntervalSet(unionOf: inner))
      default: continue
      }
    }
    return narrowed
  }
}

extension CoverageGoal.Edge {
  /// A condition that finds customers at the edge, and how many milliseconds later to evaluate.
  fileprivate var equation: (condition: Expression, offset: Int64) {
    if case .value(.int(let bound)) = comparison.right.constant {
      return (comparison.equality(with: .int(bound &+ distance)), 0)
    }
    let movesLeft = comparison.left.reads(Vocabulary.id(of: .now))
    return (comparison.equality(), movesLeft ? distance : -distance)
  }
}
