import CEL
package import CalendarTime

/// Asks the rules of offers one by one at an instant, about one customer after another.
///
/// A ``BatchEvaluator`` asks whether all rules of an offer hold, and no rule after one that fails.
package struct RuleEvaluator: Sendable {
  private let rules: RuleProgram
  private let programs: [OfferProgram]
  private let offersByGroup: [Symbol: [Int]]
  private let starts: ContiguousArray<Instant>
  private let policies: FactPolicies
  private let products: ProductGroups
  private let now: Instant
  /// The facts of the last customer; the redemption is that of the last offer.
  private var facts = Facts()
  /// The offer whose redemption was read last.
  private var redeemed: Int?
  /// The last customer's history, for rules that could not be solved; nil until one comes.
  private var snapshot: Snapshot?

  /// Creates an evaluator for one thread.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - instant: The instant.
  ///   - symbols: Symbols to continue from, which begin with the catalog's.
  package init(_ engine: EligibilityEngine, at instant: Instant, after symbols: SymbolTable) {
    rules = RuleProgram(engine, at: instant, symbols: symbols)
    programs = engine.programs
    offersByGroup = engine.offersByGroup
    let offset = engine.policies.facts.timeZone
    starts = ContiguousArray(engine.programs.map { $0.offer.offer.startDate.start(at: offset) })
    policies = engine.policies.facts
    products = engine.index.productGroups
    now = instant
  }

  /// The symbols that those of a history come after.
  package var symbols: SymbolTable { rules.symbols }

  /// The number of rules.
  package var ruleCount: Int { rules.offers.first?.count ?? 0 }

  /// Returns the places of a group's offers, in the order of the result (R2).
  package func offers(of group: Symbol) -> [Int]? { offersByGroup[group] }

  /// Takes a customer whom an evaluator has just followed.
  package mutating func open(_ follower: borrowing BatchEvaluator) {
    facts = follower.timeline.facts(asOf: now, policies)
    if rules.readsCounts { follower.timeline.count(&facts, asOf: now) }
    redeemed = nil
    snapshot = nil
  }

  /// Returns whether a rule holds for the customer.
  ///
  /// - Parameters:
  ///   - index: The place of the rule in the rule set.
  ///   - offer: The place of the offer among the engine's.
  ///   - record: The history.
  ///   - group: The group.
  ///   - symbols: The symbols of the history.
  ///   - follower: Has just followed the customer.
  /// - Returns: Whether it holds.
  package mutating func truth(
    ofRuleAt index: Int,
    forOfferAt offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    by follower: borrowing BatchEvaluator
  ) -> Truth {
    let rule = rules.offers[offer][index]
    guard !rule.never else { return .fails }
    if rule.readsRedemption, redeemed != offer {
      redeemed = offer
      facts.redemptionEndedAt = follower.timeline.redemption(
        of: programs[offer].offer.symbol,
        startingAt: starts[offer],
        asOf: now,
        facts,
        policies.waitStart
      )
    }
    let truth = rules.truth(of: rule.conditions, facts, follower.attributes)
    guard truth != .fails, !rule.opaque.isEmpty else { return truth }
    let snapshot =
      snapshot
      ?? GroupHistory(copy record, group, copy symbols, products, policies).snapshot(asOf: now)
    self.snapshot = snapshot
    return truth && OfferEvaluator(programs[offer], snapshot).truth(of: rule.opaque)
  }
}
