import CEL
import CalendarTime

/// The rules of an engine with the clock left free, for following many customers through time.
///
/// Where a ``ScoringProgram`` compares single facts with fixed numbers, here the comparisons with the
/// clock are left, each of which holds in one range of time.
package struct CourseProgram: Sendable {
  /// An offer and the conditions that are left of its rules.
  struct Offer: Sendable {
    /// The index of the offer's program in the engine.
    let index: Int
    let symbol: Symbol
    /// When the offer is live.
    let live: ClosedRange<Instant>
    /// The conditions over facts that stay as they are between two breakpoints.
    let conditions: Range<Int>
    /// The conditions over the paid months.
    let months: Range<Int>
    let clockConditions: Range<Int>
    let readsRedemption: Bool
    /// Whether there are more conditions, which could not be solved.
    let isOpaque: Bool
  }

  /// The offers of a subscription group.
  struct Group: Sendable {
    /// The conditions that all offers share, which are asked once and first.
    var shared: Range<Int>
    /// The offers that may be eligible for a customer of a product, best first, by the product.
    var offersByProduct: SymbolMap<Range<Int>>
    /// The offers that may be eligible whatever the product.
    var otherOffers: Range<Int>
  }

  package let engine: EligibilityEngine
  /// The symbols of the catalog and of the texts that rules compare facts with.
  package private(set) var symbols: SymbolTable
  private(set) var groups = SymbolMap<Group>()
  /// The offers, a customer's ones next to each other.
  private(set) var offers: ContiguousArray<Offer> = []
  private(set) var conditions: ContiguousArray<PackedCondition> = []
  private(set) var ranges: ContiguousArray<ClosedRange<Int64>> = []
  private(set) var clockConditions: ContiguousArray<ClockCondition> = []

  private static let redemption = Vocabulary.id(of: .redemptionEndedAt)
  private static let paidMonths = Vocabulary.id(of: .paidMonths)

  /// Solves the rules of an engine for the clock.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - symbols: Symbols to go on from, which begin with the catalog's; nil for those alone.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  package init(_ engine: EligibilityEngine, symbols: SymbolTable? = nil) {
    self.engine = engine
    self.symbols = symbols ?? engine.index.symbols
    var byGroup: [Symbol: [SolvedOffer]] = [:]
    for (index, program) in engine.programs.enumerated() {
      let offer = SolvedOffer(program, at: index, nil, engine.rules.vocabulary, &self.symbols)
      guard let offer else { continue }
      byGroup[program.offer.group, default: []].append(offer)
    }
    for (group, offers) in byGroup { groups[group] = pack(offers) }
  }

  private mutating func pack(_ offers: [SolvedOffer]) -> Group {
    let shared = offers.dropFirst().reduce(offers.first?.conditions ?? []) { shared, offer in
      shared.filter(offer.conditions.contains)
    }.filter { $0.fact != Self.redemption && $0.fact != Self.paidMonths }
    var group = Group(shared: pack(shared), offersByProduct: SymbolMap(), otherOffers: 0..<0)
    for product in Set(offers.compactMap(\.product)) {
      group.offersByProduct[product] = pack(
        offers.filter { $0.product == nil || $0.product == product },
        besides: shared
      )
    }
    group.otherOffers = pack(offers.filter { $0.product == nil }, besides: shared)
    return group
  }

  private mutating func pack(_ solved: [SolvedOffer], besides shared: [Condition]) -> Range<Int> {
    let start = offers.count
    for offer in solved {
      let own = offer.conditions.filter { !shared.contains($0) && $0 != offer.productCondition }
      let clockStart = clockConditions.count
      clockConditions.append(contentsOf: offer.clockConditions)
      offers.append(
        Offer(
          index: offer.index,
          symbol: offer.symbol,
          live: offer.live,
          conditions: pack(own.filter { $0.fact != Self.paidMonths }),
          months: pack(own.filter { $0.fact == Self.paidMonths }),
          clockConditions: clockStart..<clockConditions.count,
          readsRedemption: own.contains { $0.fact == Self.redemption }
            || offer.clockConditions.contains { $0.slot == Self.redemption.index },
          isOpaque: !offer.opaque.isEmpty
        )
      )
    }
    return start..<offers.count
  }

  private mutating func pack(_ conditions: [Condition]) -> Range<Int> {
    let start = self.conditions.count
    for condition in conditions {
      self.conditions.append(PackedCondition(condition, into: &ranges))
    }
    return start..<self.conditions.count
  }
}
