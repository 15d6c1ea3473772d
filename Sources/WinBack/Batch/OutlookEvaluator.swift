package import CalendarTime

/// Finds, for one customer after another, the rules that fail at an instant for all offers, and
/// when the verdicts change, in reused storage.
package struct OutlookEvaluator: Sendable {
  package enum Request: Sendable, Hashable {
    /// The verdicts of customers who are eligible for any offer, and when they change next.
    case changes
    /// The verdicts, when they change next, and all rules that fail.
    case allFailedRules
    /// The verdicts, the windows from their beginning, and the first rule that fails.
    case windows
  }

  package private(set) var outlooks = OfferOutlooks()
  private let request: Request
  private let now: Instant
  private let offersByGroup: [Symbol: [Int]]
  private var follower: BatchEvaluator
  /// By the index of an offer in the engine: its index in its group.
  private let indicesInGroups: ContiguousArray<Int>

  package init(_ engine: EligibilityEngine, _ request: Request, at instant: Instant) {
    self.request = request
    now = instant
    offersByGroup = engine.offersByGroup
    follower = BatchEvaluator(BatchProgram(engine))
    var indicesInGroups = ContiguousArray(repeating: 0, count: engine.programs.count)
    for offers in engine.offersByGroup.values {
      for (index, offer) in offers.enumerated() { indicesInGroups[offer] = index }
    }
    self.indicesInGroups = indicesInGroups
  }

  /// Evaluates the offers of one group of a history without duplicates.
  ///
  /// `evaluator` has just scored the group by a program that evaluates each rule.
  package mutating func look(
    at record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    by evaluator: inout BatchEvaluator
  ) {
    outlooks.removeAll()
    let isEligible = !evaluator.results.eligible.isEmpty
    guard isEligible || request != .changes,
      let symbol = group.symbol, let offers = offersByGroup[symbol]
    else { return }
    outlooks.set(offers)
    // Only an open window can begin before the instant.
    let start = request == .windows && isEligible ? Instant.minimum : now
    follower.follow(record, group, symbols, in: start...Instant.maximum)
    for stretch in follower.results.stretches {
      outlooks.offers[indicesInGroups[stretch.offer]].add(stretch, at: now)
    }
    guard request != .changes else { return }
    // A rule fails only if the verdict is ineligible.
    for index in outlooks.offers.indices where outlooks.offers[index].verdict == .ineligible {
      let offer = outlooks.offers[index].index
      for rule in 0..<evaluator.ruleCount
      where evaluator.truth(ofRuleAt: rule, forOfferAt: offer, record, group) == .fails {
        outlooks.append(failedRule: rule, ofOfferAt: index)
        guard request == .allFailedRules else { break }
      }
    }
  }
}
