import CEL

/// Evaluates the solved rules for one customer after another, in reused storage.
///
/// It gives the same verdicts as the rules themselves, faster, and without allocating at one instant.
/// It reads a fact when a condition first needs it. Between two breakpoints only the clock and the
/// paid months change, and each condition tells until when its result is the same.
package struct BatchEvaluator: Sendable {
  package let program: BatchProgram
  // Copies of what every customer needs: access through the engine would count references to all of
  // its parts.
  /// The policies by which facts are read; the rules were solved under the policies of the program.
  private var policies: FactPolicies
  private let products: ProductGroups
  private var timeline = Timeline()
  private var hasTimeline = false
  /// The history itself, for rules that could not be solved.
  private var history: GroupHistory?
  private var attributes = AttributeRow()
  /// The facts of the last customer who was scored in a group, as far as conditions needed them.
  package private(set) var facts: Facts = Facts()
  private var factsAsOf = Instant.minimum
  /// What has been read of the facts, besides those of the latest purchase.
  private var known = KnownSources()
  private var breakpoints: ContiguousArray<Instant> = []
  /// The facts for rules that could not be solved; nil until one is evaluated.
  private var snapshot: Snapshot?
  /// This is a stored property, because a computed one would copy the evaluator for each customer.
  package private(set) var results: BatchResults

  private struct KnownSources {
    var paidService = false
    var statuses = false
    var allTransactions = false
    /// The index of the offer whose redemptions were read last; -1 for none.
    var redeemedOffer = -1
  }

  /// Whether the paid months of the last customer who was evaluated at one instant were needed.
  package var hasAskedMonths: Bool { known.paidService || program.hasOpaque }

  package init(_ program: BatchProgram) {
    self.program = program
    policies = program.engine.policies.facts
    products = program.engine.index.productGroups
    results = BatchResults(offerCount: program.engine.programs.count)
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
    set(record, group, symbols)
    decide(record, group)
  }

  package mutating func score(_ history: GroupHistory) {
    open(history)
    decide(history.record, history.asked)
  }

  private mutating func decide(_ record: borrowing HistoryRecord, _ group: AskedGroup) {
    results.removeLists()
    results.keepsStretches = false
    guard let symbol = group.symbol, let now = program.instant else { return }
    if hasTimeline || !record.read(&facts, of: group, asOf: now, policies) {
      buildTimeline(of: record, group)
      facts = timeline.facts(asOf: now, policies)
    }
    factsAsOf = now
    known = KnownSources()
    guard let index = program.groups.index(of: symbol) else { return }
    evaluate(index, record, group, until: now.adding(milliseconds: 1))
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
    set(record, group, symbols)
    results.keepsStretches = true
    follow(record, group, through: range)
  }

  package mutating func follow(_ history: GroupHistory, in range: ClosedRange<Instant>) {
    open(history)
    results.keepsStretches = true
    follow(history.record, history.asked, through: range)
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
    follow(history.record, history.asked, through: instant...instant)
    return list
  }

  /// The offers that the last customer is eligible for, best first.
  package var list: ContiguousArray<Symbol> {
    ContiguousArray(results.eligible.map { program.offers[$0].redeemed.symbol })
  }

  @inline(__always)
  private mutating func set(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    hasTimeline = false
    if !record.attributes.isEmpty { attributes.set(record.attributes, symbols) }
    guard program.hasOpaque else { return }
    history = GroupHistory(copy record, group, copy symbols, products, policies)
    snapshot = nil
  }

  /// Opens a history, which can then be followed any number of times, by its policies or by others.
  private mutating func open(_ history: GroupHistory) {
    if !history.record.attributes.isEmpty {
      attributes.set(history.record.attributes, history.symbols)
    }
    policies = history.policies
    timeline = history.timeline
    hasTimeline = true
    snapshot = nil
    self.history = history
  }

  private mutating func follow(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    through range: ClosedRange<Instant>
  ) {
    results.removeAll()
    snapshot = nil
    known = KnownSources()
    buildTimeline(of: record, group)
    guard let symbol = timeline.group, let index = program.groups.index(of: symbol) else { return }
    breakpoints.removeAll(keepingCapacity: true)
    if range.lowerBound < range.upperBound {
      timeline.appendBreakpoints(in: range, to: &breakpoints)
      breakpoints.sort()
    }
    breakpoints.append(range.upperBound.adding(milliseconds: 1))
    var start = range.lowerBound
    for breakpoint in breakpoints where breakpoint > start {
      facts = timeline.facts(asOf: start, policies)
      factsAsOf = start
      known = KnownSources()
      evaluate(index, record, group, until: breakpoint)
      start = breakpoint
    }
  }

  // MARK: - Between two breakpoints

  /// Evaluates the offers of a group from the instant of the facts to another one, which is not
  /// included.
  private mutating func evaluate(
    _ group: Int,
    _ record: borrowing HistoryRecord,
    _ asked: AskedGroup,
    until end: Instant
  ) {
    let shared = truth(of: program.groups.values[group].shared, ofOfferAt: -1, record, asked)
    guard shared != .fails else { return }
    var candidates = program.groups.values[group].all
    var isOfProduct = false
    if !facts.ending.hidesPurchases {
      let offers = facts.productId.flatMap { program.groups.values[group].offersByProduct[$0] }
      isOfProduct = offers != nil
      candidates = offers ?? program.groups.values[group].otherOffers
    }
    for position in candidates {
      let index = program.candidates[position]
      let offer = program.offers[index]
      var (start, last) = (factsAsOf, end)
      if program.instant == nil {
        start = max(start, offer.live.lowerBound)
        last = min(last, offer.live.upperBound.adding(milliseconds: 1))
        guard start < last else { continue }
      }
      let constant = isOfProduct && offer.asksProduct ? offer.constant.dropFirst() : offer.constant
      let truth = truth(of: constant, ofOfferAt: index, record, asked) && shared
      guard truth != .fails else { continue }
      guard !offer.isConstant else {
        append(index, truth, from: start, to: last)
        continue
      }
      while start < last {
        var change = last
        let changing = self.truth(of: offer, at: index, record, asked, asOf: start, until: &change)
        append(index, truth && changing, from: start, to: change)
        start = change
      }
    }
  }

  /// Returns whether those conditions of an offer hold that can change between two breakpoints, and
  /// ends a range of time at their next change.
  private mutating func truth(
    of offer: BatchProgram.Offer,
    at index: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    asOf now: Instant,
    until end: inout Instant
  ) -> Truth {
    let limit = end
    var truth = Truth.holds
    for position in offer.clock {
      let condition = program.clockConditions[position]
      read(condition.subject.source, ofOfferAt: index, record, group)
      var change = limit
      let value = facts.read(condition.subject, attributes)
      truth = condition.truth(at: now, until: &change, value) && truth
      // While one condition fails, the others do not matter.
      end = truth == .fails ? change : min(end, change)
      if truth == .fails { return .fails }
    }
    if !offer.months.isEmpty {
      read(.paidService, ofOfferAt: index, record, group)
      var change = limit
      if let next = facts.paidService.change(after: now, policies.monthLength) {
        change = min(change, next)
        facts.paidMonths = facts.paidService.paidMonths(at: now, policies.monthLength)
      }
      truth = truth && self.truth(of: offer.months, ofOfferAt: index, record, group)
      end = truth == .fails ? change : min(end, change)
    }
    guard truth != .fails, !offer.opaque.isEmpty else { return truth }
    return truth && opaqueTruth(of: offer.opaque, ofOfferAt: index, asOf: now, until: &end)
  }

  /// Returns whether conditions hold that could not be solved, and ends a range of time at their next
  /// change.
  private mutating func opaqueTruth(
    of conditions: Range<Int>,
    ofOfferAt index: Int,
    asOf now: Instant,
    until end: inout Instant
  ) -> Truth {
    if snapshot?.asOf != now { snapshot = history?.reading(by: policies)?.snapshot(asOf: now) }
    guard let snapshot else { return .unknown }
    let evaluator = OfferEvaluator(program.engine.programs[index], snapshot)
    let conditions = program.opaque[conditions]
    end = snapshot.change(of: conditions, before: end, evaluator.binding(of:))
    return evaluator.truth(of: conditions)
  }

  private mutating func truth(
    of conditions: Range<Int>,
    ofOfferAt offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> Truth {
    var truth = Truth.holds
    for position in conditions {
      let index = program.lists[position]
      truth = truth && self.truth(ofConditionAt: index, ofOfferAt: offer, record, group)
      if truth == .fails { return .fails }
    }
    return truth
  }

  /// It is a function of its own, because the compiler would read all facts before a loop.
  @inline(never)
  private mutating func truth(
    ofConditionAt index: Int,
    ofOfferAt offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> Truth {
    let source = program.conditions.source(at: index)
    if source != .latestPurchase { read(source, ofOfferAt: offer, record, group) }
    let value = facts.read(program.conditions.subject(at: index), attributes)
    return program.conditions.truth(at: index, of: value)
  }

  @inline(__always)
  private mutating func append(
    _ offer: Int,
    _ truth: Truth,
    from start: Instant,
    to end: Instant
  ) {
    guard truth != .fails else { return }
    results.append(offer, truth, in: facts.storefront, from: start, to: end)
  }

  // MARK: - Facts

  private mutating func buildTimeline(of record: borrowing HistoryRecord, _ group: AskedGroup) {
    guard !hasTimeline else { return }
    timeline.build(from: record, group, products: products, at: policies.timeZone)
    hasTimeline = true
    if !program.hasOpaque { history = nil }
  }

  /// Reads what the latest purchase does not contain, if it is not known yet.
  private mutating func read(
    _ source: Fact.Source,
    ofOfferAt index: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) {
    switch source {
    case .clock, .latestPurchase, .wholeHistory, .offerPrices: return
    case .paidService:
      guard !known.paidService else { return }
      known.paidService = true
      buildTimeline(of: record, group)
      timeline.countMonths(&facts, asOf: factsAsOf, policies)
    case .offerRedemptions:
      guard known.redeemedOffer != index else { return }
      known.redeemedOffer = index
      buildTimeline(of: record, group)
      timeline.addRedemptions(
        of: program.offers[index].redeemed,
        startingAt: program.starts[index],
        to: &facts,
        asOf: factsAsOf,
        policies.waitStart,
        counts: program.readsRedemptionCounts
      )
    case .statuses:
      guard !known.statuses else { return }
      known.statuses = true
      if hasTimeline {
        timeline.addStatuses(to: &facts, asOf: factsAsOf)
      } else {
        // Without a timeline, the history is in order, of this group alone, and nobody shares anything.
        facts.hasIntroduction = record.hasIntroduction(asOf: factsAsOf, at: policies.timeZone)
      }
    case .allTransactions:
      guard !known.allTransactions else { return }
      known.allTransactions = true
      buildTimeline(of: record, group)
      timeline.count(&facts, asOf: factsAsOf)
    }
  }

  /// Returns what is known of a fact or an attribute of the customer who was scored last.
  ///
  /// Facts about an offer need its index.
  package mutating func value(
    of subject: Vocabulary.Role,
    forOfferAt index: Int = -1,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> FactValue {
    read(subject.source, ofOfferAt: index, record, group)
    return facts.read(subject, attributes)
  }

  /// Returns whether a rule holds for the customer who was scored last.
  ///
  /// A score evaluates the rules of an offer up to the first that fails. This evaluates one rule,
  /// by its index in the rule set and the index of the offer in the engine.
  ///
  /// - Complexity: O(*n*) for *n* transactions for the first rule that needs the timeline, else O(1).
  package mutating func truth(
    ofRuleAt index: Int,
    forOfferAt offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> Truth {
    let rule = offer * program.ruleCount + index
    guard program.rules.indices.contains(rule), !program.rules[rule].never else { return .fails }
    let truth = truth(of: program.rules[rule].conditions, ofOfferAt: offer, record, group)
    let opaque = program.rules[rule].opaque
    guard truth != .fails, !opaque.isEmpty else { return truth }
    var end = factsAsOf.adding(milliseconds: 1)
    return truth && opaqueTruth(of: opaque, ofOfferAt: offer, asOf: factsAsOf, until: &end)
  }
}
