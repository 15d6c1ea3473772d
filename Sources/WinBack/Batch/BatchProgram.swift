import CEL
package import CalendarTime

/// The rules of an engine, solved for single facts, to evaluate many customers.
///
/// At a fixed instant the clock is known: the program omits offers that are not live, and all
/// others compare facts with fixed numbers. Without an instant, the program also compares the clock
/// with facts; most of these comparisons hold in one range of time.
package struct BatchProgram: Sendable {
  /// An offer and the remaining conditions of its rules.
  struct Offer: Sendable, Equatable {
    /// The index of the offer's program in the engine.
    let index: Int
    let redeemed: RedeemedOffer
    /// The conditions that the latest purchase decides, which are evaluated first.
    let conditions: Range<Int>
    /// The conditions on redemptions, which need the whole timeline.
    let redemptionConditions: Range<Int>
    /// The conditions on the paid months, which are counted from the whole timeline.
    let monthConditions: Range<Int>
    /// The comparisons of the clock with facts that hold in one range of time; none at a fixed instant.
    let clockConditions: Range<Int>
    let otherClockConditions: Range<Int>
    let readsRedemption: Bool
    /// Whether there are more conditions, which could not be solved.
    let isOpaque: Bool
    /// Whether the latest purchase does not decide all conditions.
    let readsTimeline: Bool
    /// Whether the clock matters; it does not at a fixed instant.
    let readsClock: Bool
    /// When the offer is live; always at a fixed instant.
    let live: ClosedRange<Instant>
  }

  struct Rule: Sendable {
    /// Whether it fails for all customers.
    let never: Bool
    let conditions: Range<Int>
    let opaque: [Expression]
    let readsRedemption: Bool
    let readsMonths: Bool
    /// Whether the rule has the same conditions as for the group's first offer, and reads no
    /// redemption.
    fileprivate(set) var isShared = false
  }

  struct Group: Sendable, Equatable {
    /// The conditions on the latest purchase that all offers share, which are evaluated once and
    /// first.
    var shared: Range<Int>
    /// The offers that a customer of a product can be eligible for, best first, by the product.
    var offersByProduct: SymbolMap<Range<Int>>
    var otherOffers: Range<Int>
    /// All offers, for a customer whose product is not known (F13b).
    var all: Range<Int>
  }

  package let engine: EligibilityEngine
  /// The instant of the question; nil for any instant.
  package let instant: Instant?
  private(set) var groups = SymbolMap<Group>()
  /// The instants at which the engine's offers start, for histories without redemptions (F13d).
  let starts: ContiguousArray<Instant>
  /// The offers; those of one group and product are next to each other.
  private(set) var offers: ContiguousArray<Offer> = []
  /// The conditions of each offer that could not be solved, and are evaluated as they are.
  ///
  /// They are separate, so that reading an offer does not count references.
  private(set) var opaque: ContiguousArray<[Expression]> = []
  /// The rules of each of the engine's offers, offer by offer and in the rule set's order; empty if
  /// rules are not evaluated one by one.
  private(set) var rules: ContiguousArray<Rule> = []
  package private(set) var hasOpaque = false
  /// Whether any condition reads a status (M1, M2), which needs the whole history.
  private(set) var readsStatuses = false
  /// Whether any condition reads a fact that is counted over all transactions.
  private(set) var readsCounts = false
  private(set) var readsRedemptionCounts = false
  private(set) var conditions: ContiguousArray<PackedCondition> = []
  /// The conditions with several comparisons, as they are, by the index of the condition (F14).
  private(set) var compounds: ContiguousArray<CompoundCondition?> = []
  private(set) var ranges: ContiguousArray<ClosedRange<Int64>> = []
  private(set) var clockConditions: ContiguousArray<ClockCondition> = []

  /// `asksEachRule` tells whether rules can also be evaluated one by one, with
  /// ``BatchEvaluator/truth(ofRuleAt:forOfferAt:_:_:)``.
  package init(
    _ engine: EligibilityEngine,
    at instant: Instant? = nil,
    asksEachRule: Bool = false
  ) {
    self.engine = engine
    self.instant = instant
    let offset = engine.policies.facts.timeZone
    starts = ContiguousArray(engine.programs.map { $0.offer.start(at: offset) })
    var byGroup: [Symbol: [SolvedOffer]] = [:]
    var firstOffers: [Symbol: [[ConditionSolver.Part]]] = [:]
    var solver = ConditionSolver(at: instant, symbols: engine.index.symbols)
    for (index, program) in engine.programs.enumerated() {
      let parts = program.rules.map { solver.parts(of: $0, program.vocabulary) }
      if asksEachRule { pack(parts, of: program, &firstOffers) }
      guard let offer = SolvedOffer(program, at: index, parts.joined(), engine.index.symbols) else {
        continue
      }
      byGroup[program.offer.group, default: []].append(offer)
    }
    var groups: [Symbol: Group] = [:]
    for program in engine.programs where groups[program.offer.group] == nil {
      if let offers = byGroup[program.offer.group] { groups[program.offer.group] = pack(offers) }
    }
    self.groups = SymbolMap(groups)
  }

  /// Returns whether another program has the same conditions, without regard to the starts of
  /// offers.
  package func asksTheSame(as other: BatchProgram) -> Bool {
    !hasOpaque && !other.hasOpaque && groups == other.groups && offers == other.offers
      && conditions == other.conditions && compounds == other.compounds && ranges == other.ranges
      && clockConditions == other.clockConditions
  }

  private mutating func pack(_ offers: [SolvedOffer]) -> Group {
    let shared = offers.dropFirst().reduce(offers.first?.conditions ?? []) { shared, offer in
      shared.filter(offer.conditions.contains)
    }.filter { !$0.readsTimeline }
    var group = Group(
      shared: pack(shared),
      offersByProduct: SymbolMap(),
      otherOffers: 0..<0,
      all: 0..<0
    )
    group.all = pack(offers, besides: shared)
    let others = offers.filter { $0.product == nil }
    var byProduct: [Symbol: [SolvedOffer]] = [:]
    for offer in offers {
      if let product = offer.product { byProduct[product, default: []].append(offer) }
    }
    // Offers of any product are repeated for each one, unless they are too many.
    guard byProduct.count * others.count <= offers.count else {
      group.otherOffers = group.all
      return group
    }
    var offersByProduct: [Symbol: Range<Int>] = [:]
    for case let product? in offers.map({ $0.product }) where offersByProduct[product] == nil {
      offersByProduct[product] = pack(
        ((byProduct[product] ?? []) + others).ordered { $0.index < $1.index },
        besides: shared,
        knowingProduct: true
      )
    }
    group.offersByProduct = SymbolMap(offersByProduct)
    group.otherOffers = pack(others, besides: shared)
    return group
  }

  private mutating func pack(
    _ solved: [SolvedOffer],
    besides shared: [Condition],
    knowingProduct: Bool = false
  ) -> Range<Int> {
    let start = offers.count
    for offer in solved {
      let own = offer.conditions.filter {
        !shared.contains($0) && !(knowingProduct && $0 == offer.productCondition)
      }
      let redemptions = own.filter { $0.subject.isOfOffer }
      let clock = pack(offer.clockConditions.filter { $0.isRange })
      let otherClock = pack(offer.clockConditions.filter { !$0.isRange })
      offers.append(
        Offer(
          index: offer.index,
          redeemed: offer.redeemed,
          conditions: pack(own.filter { !$0.readsTimeline }),
          redemptionConditions: pack(redemptions),
          monthConditions: pack(own.filter { $0.subject == .fact(.paidMonths) }),
          clockConditions: clock,
          otherClockConditions: otherClock,
          readsRedemption: !redemptions.isEmpty
            || offer.clockConditions.contains { $0.subject.isOfOffer },
          isOpaque: !offer.opaque.isEmpty,
          readsTimeline: !offer.opaque.isEmpty || !offer.clockConditions.isEmpty
            || own.contains { $0.readsTimeline },
          readsClock: instant == nil,
          live: offer.live
        )
      )
      opaque.append(offer.opaque)
      hasOpaque = hasOpaque || !offer.opaque.isEmpty
    }
    return start..<offers.count
  }

  private mutating func pack(_ conditions: [Condition]) -> Range<Int> {
    let start = self.conditions.count
    for condition in conditions {
      self.conditions.append(PackedCondition(condition, into: &ranges))
      compounds.append(condition.compound)
      note(condition.subject)
    }
    return start..<self.conditions.count
  }

  private mutating func pack(
    _ parts: [[ConditionSolver.Part]],
    of program: OfferProgram,
    _ firstOffers: inout [Symbol: [[ConditionSolver.Part]]]
  ) {
    let first = firstOffers[program.offer.group] ?? parts
    firstOffers[program.offer.group] = first
    for (parts, first) in zip(parts, first) {
      var rule = pack(parts)
      rule.isShared =
        !rule.readsRedemption && parts.count == rule.conditions.count
        && first.count == rule.conditions.count
        && zip(parts, first).allSatisfy { $0.condition == $1.condition }
      rules.append(rule)
    }
  }

  private mutating func pack(_ parts: [ConditionSolver.Part]) -> Rule {
    var never = false
    var conditions: [Condition] = []
    var opaque: [Expression] = []
    for part in parts {
      switch part {
      case .never: never = true
      case .condition(let condition): conditions.append(condition)
      case .opaque(let expression): opaque.append(expression)
      }
    }
    hasOpaque = hasOpaque || !opaque.isEmpty
    return Rule(
      never: never,
      conditions: pack(conditions),
      opaque: opaque,
      readsRedemption: conditions.contains { $0.subject.isOfOffer },
      readsMonths: conditions.contains { $0.subject == .fact(.paidMonths) }
    )
  }

  private mutating func note(_ subject: Vocabulary.Role) {
    guard case .fact(let fact) = subject else { return }
    switch fact.fact.source {
    case .statuses: readsStatuses = true
    case .allTransactions: readsCounts = true
    case .offerRedemptions: if fact == .redemptionCount { readsRedemptionCounts = true }
    case .clock, .latestPurchase, .paidService, .wholeHistory, .offerPrices: break
    }
  }

  private mutating func pack(_ conditions: [ClockCondition]) -> Range<Int> {
    let start = clockConditions.count
    for condition in conditions { note(condition.subject) }
    clockConditions.append(contentsOf: conditions)
    return start..<clockConditions.count
  }
}
