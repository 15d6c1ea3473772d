import CEL
package import CalendarTime

/// The rules of an engine at a fixed instant, for asking many customers.
///
/// The clock is one more thing that is known, so that the rules are specialised once more: offers
/// that are not live drop out, and what is left compares single facts with fixed numbers.
package struct ScoringProgram: Sendable {
  /// An offer and the conditions that are left of its rules.
  struct Offer: Sendable {
    /// The index of the offer's program in the engine.
    let index: Int
    let symbol: Symbol
    /// The conditions that the latest purchase decides, which are asked first.
    let conditions: Range<Int>
    /// The conditions on paid months and redemptions, for which the whole timeline must be built.
    let timelineConditions: Range<Int>
    let readsRedemption: Bool
    /// Whether there are more conditions, which could not be solved for one fact.
    let hasOpaque: Bool

    /// Whether the latest purchase does not decide all.
    var readsTimeline: Bool { !timelineConditions.isEmpty || hasOpaque }
  }

  /// The offers of a subscription group.
  struct Group: Sendable {
    /// The conditions on the latest purchase that all offers share, which are asked once and first.
    var shared: Range<Int>
    /// The offers that may be eligible for a customer of a product, best first, by the product.
    var offersByProduct: SymbolMap<Range<Int>>
    /// The offers that may be eligible whatever the product.
    var otherOffers: Range<Int>
  }

  package let engine: EligibilityEngine
  package let now: Instant
  /// The symbols of the catalog and of the texts that rules compare facts with.
  package private(set) var symbols: SymbolTable
  private(set) var groups = SymbolMap<Group>()
  /// The offers, a customer's ones next to each other.
  private(set) var offers: ContiguousArray<Offer> = []
  /// The conditions of each offer that could not be solved, and are evaluated as they are.
  ///
  /// They stand apart so that looking at an offer counts no references.
  private(set) var opaque: ContiguousArray<[Expression]> = []
  private(set) var conditions: ContiguousArray<PackedCondition> = []
  private(set) var ranges: ContiguousArray<ClosedRange<Int64>> = []

  /// Specialises the rules of an engine to an instant.
  ///
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  package init(_ engine: EligibilityEngine, asOf now: Instant) {
    self.engine = engine
    self.now = now
    symbols = engine.index.symbols
    var byGroup: [Symbol: [SolvedOffer]] = [:]
    for (index, program) in engine.programs.enumerated() {
      let offer = SolvedOffer(program, at: index, now, engine.rules.vocabulary, &symbols)
      guard let offer else { continue }
      byGroup[program.offer.group, default: []].append(offer)
    }
    for (group, offers) in byGroup { groups[group] = pack(offers) }
  }

  private mutating func pack(_ offers: [SolvedOffer]) -> Group {
    let shared = offers.dropFirst().reduce(offers.first?.conditions ?? []) { shared, offer in
      shared.filter(offer.conditions.contains)
    }.filter { !Self.needsTimeline($0) }
    let sharedRange = pack(shared)
    var group = Group(shared: sharedRange, offersByProduct: SymbolMap(), otherOffers: 0..<0)
    let products = Set(offers.compactMap(\.product))
    for product in products {
      group.offersByProduct[product] = pack(
        offers.filter { $0.product == nil || $0.product == product },
        besides: shared
      )
    }
    group.otherOffers = pack(offers.filter { $0.product == nil }, besides: shared)
    return group
  }

  private mutating func pack(
    _ solved: [SolvedOffer],
    besides shared: [Condition]
  ) -> Range<Int> {
    let start = offers.count
    for offer in solved {
      let own = offer.conditions.filter { !shared.contains($0) && $0 != offer.productCondition }
      offers.append(
        Offer(
          index: offer.index,
          symbol: offer.symbol,
          conditions: pack(own.filter { !Self.needsTimeline($0) }),
          timelineConditions: pack(own.filter(Self.needsTimeline)),
          readsRedemption: own.contains { $0.fact == Vocabulary.id(of: .redemptionEndedAt) },
          hasOpaque: !offer.opaque.isEmpty
        )
      )
      opaque.append(offer.opaque)
    }
    return start..<offers.count
  }

  private static func needsTimeline(_ condition: Condition) -> Bool {
    condition.fact == Vocabulary.id(of: .paidMonths)
      || condition.fact == Vocabulary.id(of: .redemptionEndedAt)
  }

  private mutating func pack(_ conditions: [Condition]) -> Range<Int> {
    let start = self.conditions.count
    for condition in conditions {
      self.conditions.append(PackedCondition(condition, into: &ranges))
    }
    return start..<self.conditions.count
  }
}
