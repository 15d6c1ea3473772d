import CEL

/// The rules of an engine, solved for single facts, to evaluate many customers.
///
/// At a fixed instant the clock is known, and conditions compare facts with fixed numbers. Without
/// an instant, some conditions also compare the clock with facts.
package struct BatchProgram: Sendable {
  /// The remaining conditions of an offer's rules.
  struct Offer: Sendable, Equatable {
    let redeemed: RedeemedOffer
    /// The conditions whose facts are constant between two breakpoints, besides those that all offers
    /// of the group share; those on the latest purchase come first.
    let constant: Range<Int>
    /// The conditions on the paid months, which grow while a period continues.
    let months: Range<Int>
    /// The comparisons of the clock with facts; none at a fixed instant.
    let clock: Range<Int>
    /// The conditions that could not be solved.
    let opaque: Range<Int>
    /// Whether the first constant condition asks for a product.
    let asksProduct: Bool
    /// When the conditions that read only the clock hold.
    let live: ClosedRange<Instant>

    /// Whether no condition can change between two breakpoints.
    var isConstant: Bool { months.isEmpty && clock.isEmpty && opaque.isEmpty }
  }

  /// A rule for one offer, to evaluate it alone.
  struct Rule: Sendable {
    /// Whether it fails for all customers.
    let never: Bool
    let conditions: Range<Int>
    let opaque: Range<Int>
  }

  struct Group: Sendable, Equatable {
    /// The conditions that all offers share, which are evaluated once and first.
    let shared: Range<Int>
    /// The offers that a customer of a product can be eligible for, best first, by the product.
    var offersByProduct = SymbolMap<Range<Int>>()
    var otherOffers = 0..<0
    /// All offers, for a customer whose product is not known (F13b).
    let all: Range<Int>
  }

  package let engine: EligibilityEngine
  /// The instant of the question; nil for any instant.
  package let instant: Instant?
  package let ruleCount: Int
  private(set) var groups = SymbolMap<Group>()
  /// The engine's offers, by their index.
  private(set) var offers: ContiguousArray<Offer> = []
  /// The instants at which they start, for histories without redemptions (F13d).
  let starts: ContiguousArray<Instant>
  /// The indices of the offers to evaluate; those of one group and product are next to each other.
  private(set) var candidates: ContiguousArray<Int> = []
  /// The rules of each offer in the rule set's order; none without an instant.
  private(set) var rules: ContiguousArray<Rule> = []
  /// The indices of conditions; those of one offer or rule are next to each other.
  private(set) var lists: ContiguousArray<Int> = []
  let conditions: PackedConditions
  private(set) var clockConditions: ContiguousArray<ClockCondition> = []
  /// The conditions that could not be solved, and are evaluated as they are.
  private(set) var opaque: ContiguousArray<Expression> = []
  package var hasOpaque: Bool { !opaque.isEmpty }
  let readsRedemptionCounts: Bool

  package init(_ engine: EligibilityEngine, at instant: Instant? = nil) {
    self.engine = engine
    self.instant = instant
    ruleCount = engine.rules.rules.count
    let offset = engine.policies.facts.timeZone
    starts = ContiguousArray(engine.programs.map { $0.offer.start(at: offset) })
    var solver = ConditionSolver(at: instant, symbols: engine.index.symbols)
    let solved = engine.programs.map { SolvedOffer($0, by: &solver) }
    readsRedemptionCounts = solver.conditions.contains { $0.subject == .fact(.redemptionCount) }
    conditions = PackedConditions(solver.conditions)
    let possible = engine.offersByGroup.mapValues { $0.filter { !solved[$0].isImpossible } }
    let shared = possible.mapValues { offers in
      sharedConditions(of: offers.map { solved[$0] })
    }
    for (program, offer) in zip(engine.programs, solved) {
      pack(offer, program.offer.redeemed, besides: shared[program.offer.group] ?? [])
    }
    var groups: [Symbol: Group] = [:]
    for group in engine.programs.map({ $0.offer.group }).withoutRepeats {
      guard let offers = possible[group], !offers.isEmpty else { continue }
      groups[group] = pack(offers, solved, sharing: shared[group] ?? [])
    }
    self.groups = SymbolMap(groups)
  }

  /// Returns whether another program has the same conditions, without regard to the starts of
  /// offers.
  package func asksTheSame(as other: BatchProgram) -> Bool {
    !hasOpaque && !other.hasOpaque && groups == other.groups && offers == other.offers
      && candidates == other.candidates && lists == other.lists && conditions == other.conditions
      && clockConditions == other.clockConditions
  }

  /// Returns the conditions that all offers have and that read nothing of the offer or of time.
  private func sharedConditions(of offers: [SolvedOffer]) -> [Int] {
    let shared = offers.first?.conditions.filter { index in
      ![.paidService, .offerRedemptions].contains(conditions.source(at: index))
        && offers.allSatisfy { $0.conditions.contains(index) }
    }
    return cheapestFirst(shared ?? [])
  }

  /// Returns conditions in the order in which they are evaluated, without repeats.
  private func cheapestFirst(_ indices: [Int]) -> [Int] {
    let indices = indices.withoutRepeats
    return indices.filter { conditions.source(at: $0) == .latestPurchase }
      + indices.filter { conditions.source(at: $0) != .latestPurchase }
  }

  private mutating func pack(
    _ offer: SolvedOffer,
    _ redeemed: RedeemedOffer,
    besides shared: [Int]
  ) {
    let opaqueStart = opaque.count
    for parts in offer.rules { pack(parts) }
    let months = offer.conditions.filter { conditions.source(at: $0) == .paidService }
    let constant = offer.conditions.filter { !shared.contains($0) && !months.contains($0) }
    let own = cheapestFirst(constant)
    let product = own.filter { $0 == offer.product?.condition }
    let clockStart = clockConditions.count
    clockConditions.append(contentsOf: offer.clockConditions)
    offers.append(
      Offer(
        redeemed: redeemed,
        constant: list(product + own.filter { !product.contains($0) }),
        months: list(months),
        clock: clockStart..<clockConditions.count,
        opaque: opaqueStart..<opaque.count,
        asksProduct: !product.isEmpty,
        live: offer.live
      )
    )
  }

  private mutating func pack(_ rule: [ConditionSolver.Part]) {
    var never = false
    var indices: [Int] = []
    let opaqueStart = opaque.count
    for part in rule {
      switch part {
      case .never: never = true
      case .condition(let index): indices.append(index)
      case .opaque(let expression): opaque.append(expression)
      case .live, .clock: continue
      }
    }
    guard instant != nil else { return }
    rules.append(
      Rule(never: never, conditions: list(indices), opaque: opaqueStart..<opaque.count)
    )
  }

  private mutating func pack(
    _ offers: [Int],
    _ solved: [SolvedOffer],
    sharing shared: [Int]
  ) -> Group {
    var group = Group(shared: list(shared), all: list(candidates: offers))
    let others = offers.filter { solved[$0].product == nil }
    var byProduct: [Symbol: [Int]] = [:]
    for offer in offers {
      guard let product = solved[offer].product?.symbol else { continue }
      byProduct[product, default: []].append(offer)
    }
    // Offers of any product are repeated for each one, unless they are too many.
    guard byProduct.count * others.count <= offers.count else {
      group.otherOffers = group.all
      return group
    }
    group.otherOffers = list(candidates: others)
    var offersByProduct: [Symbol: Range<Int>] = [:]
    for case let product? in offers.map({ solved[$0].product?.symbol })
    where offersByProduct[product] == nil {
      offersByProduct[product] = list(candidates: ((byProduct[product] ?? []) + others).ordered())
    }
    group.offersByProduct = SymbolMap(offersByProduct)
    return group
  }

  private mutating func list(_ indices: [Int]) -> Range<Int> {
    lists.append(contentsOf: indices)
    return lists.count - indices.count..<lists.count
  }

  private mutating func list(candidates offers: [Int]) -> Range<Int> {
    candidates.append(contentsOf: offers)
    return candidates.count - offers.count..<candidates.count
  }
}
