import CEL
package import CalendarTime

/// Evaluates the solved rules for one customer after another, in reused storage.
///
/// It gives the same verdicts as the rules themselves, faster: without allocating at one instant;
/// and through a range of time by solving for the clock instead of searching. Between two
/// breakpoints every fact is constant except the clock and the paid months, so the clock has one
/// range of time there in which the rules hold.
package struct BatchEvaluator: Sendable {
  package let program: BatchProgram
  // Copies of what every customer needs: access through the engine would count references to all of
  // its parts.
  /// The policies by which facts are read; the rules were solved under the policies of the program.
  private(set) var policies: FactPolicies
  let products: ProductGroups
  private(set) var timeline = Timeline()
  private(set) var hasTimeline = false
  /// The history itself, for rules that could not be solved.
  private(set) var history: GroupHistory?
  private(set) var attributes = AttributeRow()
  /// The facts of the last customer who was scored in a group, without the months and redemptions.
  package internal(set) var facts: Facts = Facts()
  /// For the last customer, the results of rules that are the same for all offers of the group; nil
  /// if a rule was not evaluated.
  var sharedTruths: ContiguousArray<Truth?>
  private var monthsAreCounted = false
  /// Whether the paid months of the last customer who was followed at one instant were needed.
  package var hasAskedMonths: Bool { monthsAreCounted || program.hasOpaque }
  private var isAtInstant = true
  private(set) var followed = Instant.minimum...Instant.maximum
  private var breakpoints: ContiguousArray<Instant> = []
  /// The timelines of offers that could not be solved, if they were needed.
  var opaqueTimelines: [Int: Steps<Verdict>] = [:]
  /// The facts of the last customer at one instant, for rules that could not be solved; nil until
  /// one is evaluated.
  var snapshot: Snapshot?
  /// This is a stored property, because a computed one would copy the evaluator for each customer.
  package private(set) var results: BatchResults

  package init(_ program: BatchProgram) {
    self.program = program
    policies = program.engine.policies.facts
    products = program.engine.index.productGroups
    results = BatchResults(offerCount: program.engine.programs.count)
    sharedTruths = ContiguousArray(repeating: nil, count: program.engine.rules.rules.count)
  }

  // MARK: - Customers

  /// Evaluates one group of a history without duplicates, at the instant of the program.
  ///
  /// The latest purchase of most customers shows that they are not eligible, and then no timeline
  /// is built.
  ///
  /// - Complexity: O(*n* + *o*) for *n* transactions and *o* offers of the customer's last product.
  package mutating func score(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    hasTimeline = false
    set(record, group, symbols)
    decide(record, group)
  }

  package mutating func score(_ history: GroupHistory) {
    open(history)
    snapshot = nil
    decide(history.record, history.asked)
  }

  private mutating func decide(_ record: borrowing HistoryRecord, _ group: AskedGroup) {
    results.removeLists()
    guard let symbol = group.symbol, let now = program.instant else { return }
    if hasTimeline || !record.read(&facts, of: group, asOf: now, policies) {
      buildTimeline(of: record, group)
      facts = timeline.facts(asOf: now, policies)
    }
    isAtInstant = true
    results.keepsStretches = false
    monthsAreCounted = false
    if !program.rules.isEmpty { for index in sharedTruths.indices { sharedTruths[index] = nil } }
    if program.readsStatuses { readStatuses(of: record, asOf: now) }
    if program.readsCounts {
      buildTimeline(of: record, group)
      timeline.count(&facts, asOf: now)
    }
    let end = now.adding(milliseconds: 1)
    guard let groupIndex = program.groups.index(of: symbol),
      let (candidates, shared) = candidates(in: groupIndex),
      let rest = ask(candidates, shared, from: now, to: end)
    else { return }
    buildTimeline(of: record, group)
    _ = ask(rest.position..<candidates.upperBound, shared, knowing: rest.truth, from: now, to: end)
  }

  /// Follows one group of a history without duplicates through a range of time.
  ///
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints in the range, *n* transactions and *o*
  ///   offers of the customer's product.
  package mutating func follow(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    in range: ClosedRange<Instant>
  ) {
    hasTimeline = false
    set(record, group, symbols)
    buildTimeline(of: record, group)
    results.keepsStretches = true
    follow(through: range)
  }

  package mutating func follow(_ history: GroupHistory, in range: ClosedRange<Instant>) {
    open(history)
    results.keepsStretches = true
    follow(through: range)
  }

  /// Opens a history, which can then be followed any number of times, by its policies or by others.
  private mutating func open(_ history: GroupHistory) {
    if !history.record.attributes.isEmpty {
      attributes.set(history.record.attributes, history.symbols)
    }
    policies = history.policies
    timeline = history.timeline
    hasTimeline = true
    self.history = history
  }

  /// Returns the offers that a customer is eligible for by some policies, best first.
  ///
  /// If the history contradicts itself under the policies, there is no list.
  package mutating func list(
    of history: GroupHistory,
    by policies: FactPolicies,
    at instant: Instant
  ) -> ContiguousArray<Symbol> {
    guard let history = history.reading(by: policies) else { return [] }
    if !hasTimeline || self.history?.isSame(as: history) != true { open(history) }
    self.policies = policies
    results.keepsStretches = false
    follow(through: instant...instant)
    return list
  }

  /// The offers that the last customer is eligible for, best first.
  package var list: ContiguousArray<Symbol> {
    ContiguousArray(results.eligible.map { program.engine.programs[$0].offer.symbol })
  }

  /// Reads the statuses (M1, M2) of a history; most histories need no timeline for them.
  private mutating func readStatuses(of record: borrowing HistoryRecord, asOf now: Instant) {
    guard !hasTimeline else { return timeline.addStatuses(to: &facts, asOf: now) }
    // Without a timeline, the history is in order, and all of it is of the group.
    let transactions = record.transactions.span
    for index in transactions.indices
    where transactions[index].traits.redeems(.introductory)
      && transactions[index].purchaseDate.resolved(at: policies.timeZone) <= now
    {
      facts.hasIntroduction = true
      return
    }
  }

  mutating func buildTimeline(of record: borrowing HistoryRecord, _ group: AskedGroup) {
    guard !hasTimeline else { return }
    timeline.build(from: record, group, products: products, at: policies.timeZone)
    hasTimeline = true
    if !program.hasOpaque { history = nil }
  }

  @inline(__always)
  private mutating func set(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    if !record.attributes.isEmpty { attributes.set(record.attributes, symbols) }
    if program.hasOpaque {
      history = GroupHistory(copy record, group, copy symbols, products, policies)
      snapshot = nil
    }
  }

  private mutating func follow(through range: ClosedRange<Instant>) {
    results.removeAll()
    if !opaqueTimelines.isEmpty { opaqueTimelines.removeAll(keepingCapacity: true) }
    monthsAreCounted = false
    if program.hasOpaque { snapshot = nil }
    guard let group = timeline.group, let index = program.groups.index(of: group) else { return }
    isAtInstant = range.lowerBound == range.upperBound
    followed = range
    breakpoints.removeAll(keepingCapacity: true)
    if !isAtInstant {
      timeline.appendBreakpoints(in: range, to: &breakpoints)
      breakpoints.sort()
    }
    breakpoints.append(range.upperBound.adding(milliseconds: 1))
    var start = range.lowerBound
    for breakpoint in breakpoints where breakpoint > start {
      facts = timeline.facts(asOf: start, policies)
      if program.readsStatuses { timeline.addStatuses(to: &facts, asOf: start) }
      if program.readsCounts { timeline.count(&facts, asOf: start) }
      if let (candidates, shared) = candidates(in: index) {
        _ = ask(candidates, shared, from: start, to: breakpoint)
      }
      start = breakpoint
    }
  }

  // MARK: - Between two breakpoints

  /// Returns the offers that the facts allow, and the truth of their shared conditions; nil if
  /// those fail.
  @inline(__always)
  private mutating func candidates(in group: Int) -> (Range<Int>, Truth)? {
    monthsAreCounted = false
    let shared = truth(of: program.groups.values[group].shared)
    guard shared != .fails else { return nil }
    if facts.ending.hidesPurchases { return (program.groups.values[group].all, shared) }
    let candidates =
      facts.productId.flatMap { program.groups.values[group].offersByProduct[$0] }
      ?? program.groups.values[group].otherOffers
    return (candidates, shared)
  }

  /// Evaluates offers while all facts except the clock and the months are constant.
  ///
  /// `shared` is the truth of the conditions that the offers share. `known` is the truth of what
  /// the latest purchase decides for the first offer, if it is known already. `end` is the instant
  /// after the last one.
  ///
  /// - Returns: The first offer that needs the timeline, and the truth of its other conditions; nil
  ///   if the timeline exists or no offer needs it.
  private mutating func ask(
    _ candidates: Range<Int>,
    _ shared: Truth,
    knowing known: Truth? = nil,
    from start: Instant,
    to end: Instant
  ) -> (position: Int, truth: Truth)? {
    var known = known
    for position in candidates {
      let offer = program.offers[position]
      var range = (start: start, end: end)
      if offer.readsClock {
        range.start = max(start, offer.live.lowerBound)
        range.end = min(end, offer.live.upperBound.adding(milliseconds: 1))
        guard range.start < range.end else { continue }
      }
      var truth = known ?? (truth(of: offer.conditions) && shared)
      known = nil
      guard truth != .fails else { continue }
      guard offer.readsTimeline else {
        append(offer.index, truth, from: range.start, to: range.end)
        continue
      }
      guard hasTimeline else { return (position, truth) }
      guard redemptionHolds(offer, &truth, asOf: start) else { continue }
      if offer.isOpaque {
        guard isAtInstant else {
          appendOpaque(offer.index, from: range.start, to: range.end)
          continue
        }
        truth =
          truth && opaqueTruth(of: program.opaque[position], forOfferAt: offer.index, asOf: start)
        guard truth != .fails else { continue }
      }
      if offer.readsClock {
        var others = offer.otherClockConditions
        if comparesRange(offer) {
          others = offer.clockConditions.lowerBound..<others.upperBound
        } else {
          guard clip(&range, by: offer.clockConditions, &truth) else { continue }
        }
        guard others.isEmpty else {
          askClock(of: offer, others, truth, from: range.start, to: range.end, asOf: start)
          continue
        }
      }
      askMonths(of: offer, truth, from: range.start, to: range.end, asOf: start)
    }
    return nil
  }

  @inline(__always)
  private mutating func redemptionHolds(
    _ offer: BatchProgram.Offer,
    _ truth: inout Truth,
    asOf now: Instant
  ) -> Bool {
    guard offer.readsRedemption else { return true }
    readRedemption(of: offer.redeemed, at: offer.index, asOf: now)
    truth = truth && self.truth(of: offer.redemptionConditions)
    return truth != .fails
  }

  /// Reads the instant since which an offer counts as redeemed (F9).
  @inline(__always)
  mutating func readRedemption(of offer: RedeemedOffer, at index: Int, asOf now: Instant) {
    timeline.addRedemptions(
      of: offer,
      startingAt: program.starts[index],
      to: &facts,
      asOf: now,
      policies.waitStart,
      counts: program.readsRedemptionCounts
    )
  }

  /// Counts the paid months, unless they are counted (F7).
  @inline(__always)
  mutating func countMonths(asOf now: Instant) {
    guard !monthsAreCounted else { return }
    timeline.countMonths(&facts, asOf: now, policies)
    monthsAreCounted = true
  }

  /// Evaluates the conditions on the paid months, which grow while a period continues, and adds the
  /// result.
  mutating func askMonths(
    of offer: BatchProgram.Offer,
    _ truth: Truth,
    from start: Instant,
    to end: Instant,
    asOf now: Instant
  ) {
    guard !offer.monthConditions.isEmpty else {
      return append(offer.index, truth, from: start, to: end)
    }
    countMonths(asOf: now)
    guard !isAtInstant, facts.paidService.openSince != nil else {
      let months = self.truth(of: offer.monthConditions)
      return append(offer.index, truth && months, from: start, to: end)
    }
    let months = facts.paidMonths
    defer { facts.paidMonths = months }
    var begin = start
    let changes = facts.paidService.changes(in: start..<end, policies.monthLength)
    for change in changes + [end] where change > begin {
      facts.paidMonths = facts.paidService.paidMonths(at: begin, policies.monthLength)
      let months = self.truth(of: offer.monthConditions)
      append(offer.index, truth && months, from: begin, to: change)
      begin = change
    }
  }

  @inline(__always)
  mutating func append(
    _ offer: Int,
    _ truth: Truth,
    from start: Instant,
    to end: Instant
  ) {
    guard truth != .fails else { return }
    results.append(offer, truth, in: facts.storefront, from: start, to: end)
  }
}
