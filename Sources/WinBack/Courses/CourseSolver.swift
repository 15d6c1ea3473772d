import CEL
package import CalendarTime

/// Follows one customer after another through a range of time, in storage that is used again.
///
/// It comes to the same as a ``VerdictSweep``, and to nothing else: between two breakpoints every
/// fact but the clock and the paid months is constant, so that what rules ask of the clock there is
/// one range of time, which is solved for instead of searched.
package struct CourseSolver: Sendable {
  /// The policies by which facts are read; the rules have been solved under the program's.
  package var policies: PolicyChoice

  /// The rules.
  var program: CourseProgram
  /// The customer's time in the group.
  private(set) var timeline = Timeline()

  private let products: ProductGroups
  private var attributes: ContiguousArray<Binding> = []
  private var row: FactRow
  private var facts = Facts()
  private var monthsAreCounted = false
  private var breakpoints: ContiguousArray<Instant> = []
  /// The courses of offers that could not be solved, as far as they were asked for.
  private var courses: [Int: VerdictCourse] = [:]
  /// The latest stretch of each offer; -1 where it has none.
  private var latest: ContiguousArray<Int32>

  /// The offers of the stretches; those that the last customer may have, best first, where the range
  /// was a single instant.
  package var eligible: ContiguousArray<Symbol> {
    let offers = program.engine.programs
    return ContiguousArray(
      stretches.lazy.filter(\.isEligible).map { offers[$0.offer].offer.symbol }
    )
  }

  /// What became of the last customer, offer by offer in order of time; of stretches that begin at
  /// one instant, the better offer comes first.
  package private(set) var stretches: ContiguousArray<CourseStretch> = []

  /// Creates a solver for one thread.
  package init(_ program: CourseProgram) {
    self.program = program
    policies = program.engine.policies
    products = program.engine.index.productGroups
    row = FactRow(count: program.engine.rules.vocabulary.environment.variables.count)
    latest = ContiguousArray(repeating: -1, count: program.engine.programs.count)
  }

  /// Follows the offers of one group of a history without duplicates.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - group: The group.
  ///   - isOnlyGroup: Whether the history has no other group.
  ///   - symbols: The symbols of the history.
  ///   - range: The time through which the customer is followed.
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints in the range, *n* transactions and *o*
  ///   offers of the customer's product.
  package mutating func follow(
    _ history: borrowing HistoryRecord,
    group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: borrowing SymbolTable,
    in range: ClosedRange<Instant>
  ) {
    build(from: history, group: group, isOnlyGroup: isOnlyGroup, symbols)
    follow(through: range, symbols)
  }

  /// Builds the timeline of one group, to be followed any number of times.
  package mutating func build(
    from history: borrowing HistoryRecord,
    group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: borrowing SymbolTable
  ) {
    timeline.build(
      from: history,
      group: group,
      products: products,
      at: policies.facts.timeZone,
      isOnlyGroup: isOnlyGroup
    )
    if !history.attributes.isEmpty {
      attributes = history.attributes
      row.set(history.attributes, program.engine.rules.vocabulary, symbols)
    }
  }

  /// Follows the timeline that was built last.
  package mutating func follow(
    through range: ClosedRange<Instant>,
    _ symbols: borrowing SymbolTable
  ) {
    for stretch in stretches { latest[stretch.offer] = -1 }
    stretches.removeAll(keepingCapacity: true)
    guard let group = timeline.group, let place = program.groups.place(of: group) else { return }
    if !courses.isEmpty { courses.removeAll(keepingCapacity: true) }
    breakpoints.removeAll(keepingCapacity: true)
    if range.lowerBound < range.upperBound {
      timeline.appendBreakpoints(in: range, to: &breakpoints)
      breakpoints.sort()
    }
    var start = range.lowerBound
    for breakpoint in breakpoints where breakpoint > start {
      follow(from: start, to: breakpoint, place, symbols)
      start = breakpoint
    }
    follow(from: start, to: range.upperBound.adding(milliseconds: 1), place, symbols)
  }

  /// Returns what the store said of the offers of the timeline that was built last.
  package func storeAnswer(in history: borrowing HistoryRecord) -> StoreAnswer? {
    history.storeAnswer(on: timeline, at: policies.facts.timeZone)
  }

  // MARK: - Between two breakpoints

  private mutating func follow(
    from start: Instant,
    to end: Instant,
    _ group: Int,
    _ symbols: borrowing SymbolTable
  ) {
    facts = timeline.facts(asOf: start, policies.facts, countsMonths: false)
    row.set(facts)
    monthsAreCounted = false
    guard let sharedOutcome = outcome(of: program.groups.values[group].shared) else { return }
    let candidates =
      facts.productId.flatMap { program.groups.values[group].offersByProduct[$0] }
      ?? program.groups.values[group].otherOffers
    for position in candidates {
      follow(position, from: start, to: end, isDecided: sharedOutcome, symbols)
    }
  }

  private mutating func follow(
    _ position: Int,
    from start: Instant,
    to end: Instant,
    isDecided: Bool,
    _ symbols: borrowing SymbolTable
  ) {
    let offer = program.offers[position]
    var range = (
      start: max(start, offer.live.lowerBound),
      end: min(end, offer.live.upperBound.adding(milliseconds: 1))
    )
    guard range.start < range.end else { return }
    if offer.readsRedemption {
      row.setRedemption(of: offer.symbol, in: timeline, facts, asOf: start, policies.facts)
    }
    guard var isDecided = outcome(of: offer.conditions).map({ $0 && isDecided }) else { return }
    guard !offer.isOpaque else {
      return appendCourse(of: offer.index, from: range.start, to: range.end, symbols)
    }
    for index in offer.clockConditions {
      let condition = program.clockConditions[index]
      switch row.content(of: condition.slot) {
      case .number(let number): condition.clip(&range, number)
      case .absent where condition.holdsWhenAbsent: continue
      case .absent: return
      case .unknown: isDecided = false
      }
    }
    guard range.start < range.end else { return }
    guard !offer.months.isEmpty else {
      return append(offer.index, isDecided, from: range.start, to: range.end)
    }
    // F11 before F12: nothing was paid before the first purchase.
    guard !timeline.gaps.contains(.paidMonths) || facts.productId == nil else {
      row.setUnknown(.paidMonths)
      guard let outcome = outcome(of: offer.months) else { return }
      return append(offer.index, isDecided && outcome, from: range.start, to: range.end)
    }
    if !monthsAreCounted {
      timeline.countMonths(&facts, asOf: start, policies.facts)
      monthsAreCounted = true
    }
    guard facts.paidService.openSince != nil else {
      return append(offer, isDecided, facts.paidMonths, from: range.start, to: range.end)
    }
    // The months of a period that goes on grow while it does.
    var begin = range.start
    let changes = facts.paidService.changes(
      in: range.start..<range.end,
      policies.facts.monthLength
    )
    for change in changes + [range.end] where change > begin {
      let months = facts.paidService.paidMonths(at: begin, policies.facts.monthLength)
      append(offer, isDecided, months, from: begin, to: change)
      begin = change
    }
  }

  /// Returns whether conditions are decided, to hold; nil where some does not hold.
  ///
  /// It changes nothing. If it were not mutating, the whole solver would be copied for each call.
  private mutating func outcome(of conditions: Range<Int>) -> Bool? {
    row.outcome(of: program.conditions.span.extracting(conditions), program.ranges)
  }

  // MARK: - Stretches

  private mutating func append(
    _ offer: CourseProgram.Offer,
    _ isDecided: Bool,
    _ months: Int64,
    from start: Instant,
    to end: Instant
  ) {
    row.set(.paidMonths, to: months)
    guard let outcome = outcome(of: offer.months) else { return }
    append(offer.index, isDecided && outcome, from: start, to: end)
  }

  private mutating func append(
    _ offer: Int,
    _ isEligible: Bool,
    from start: Instant,
    to end: Instant
  ) {
    let through = end.adding(milliseconds: -1)
    var continues = false
    let known = Int(latest[offer])
    if known >= 0, stretches[known].isEligible == isEligible,
      stretches[known].through.adding(milliseconds: 1) == start
    {
      guard stretches[known].storefront != facts.storefront else {
        stretches[known].through = through
        return
      }
      continues = true
    }
    latest[offer] = Int32(truncatingIfNeeded: stretches.count)
    stretches.append(
      CourseStretch(
        offer: offer,
        isEligible: isEligible,
        continues: continues,
        from: start,
        through: through,
        storefront: facts.storefront
      )
    )
  }

  /// Adds what there is in a range of the course of an offer whose rules could not be solved.
  private mutating func appendCourse(
    of offer: Int,
    from start: Instant,
    to end: Instant,
    _ symbols: borrowing SymbolTable
  ) {
    let engine = program.engine
    let course =
      courses[offer]
      ?? VerdictSweep(
        vocabulary: engine.rules.vocabulary,
        policies: policies,
        symbols: copy symbols,
        attributes: attributes
      ).courses(of: [engine.programs[offer]], in: timeline)[0]
    courses[offer] = course
    for index in course.starts.indices where course.verdicts[index] != .ineligible {
      let next = index + 1
      let from = max(start, course.starts[index])
      let to = next < course.starts.endIndex ? min(end, course.starts[next]) : end
      guard from < to else { continue }
      append(offer, course.verdicts[index] == .eligible, from: from, to: to)
    }
  }
}
