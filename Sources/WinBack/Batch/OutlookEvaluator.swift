package import CalendarTime

/// Finds the rules that fail at an instant for all offers of one customer after another, and when the
/// verdicts change, in storage that is used again.
package struct OutlookEvaluator: Sendable {
  package enum Request: Sendable, Hashable {
    /// The verdicts of those who are eligible for any offer, and when they change next.
    case changes
    /// The verdicts, when they change next, and all rules that fail.
    case allFailedRules
    /// The verdicts, the windows from their beginning, and the first rule that fails.
    case windows
  }

  /// What was found for the last customer.
  package private(set) var outlooks = OfferOutlooks()
  private let request: Request
  private let now: Instant
  private let offersByGroup: [Symbol: [Int]]
  private var follower: BatchEvaluator
  /// The places of offers among those of their groups.
  private let places: ContiguousArray<Int>

  package init(_ engine: EligibilityEngine, _ request: Request, at instant: Instant) {
    self.request = request
    now = instant
    offersByGroup = engine.offersByGroup
    follower = BatchEvaluator(BatchProgram(engine))
    var places = ContiguousArray(repeating: 0, count: engine.programs.count)
    for offers in engine.offersByGroup.values {
      for (place, offer) in offers.enumerated() { places[offer] = place }
    }
    self.places = places
  }

  /// Looks at the offers of one group of a history without duplicates, which `evaluator` has just scored by a
  /// program that asks each rule.
  ///
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints, *n* transactions and *o* offers.
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
    // Only a window that is open can begin before the instant.
    let start = request == .windows && isEligible ? Instant.minimum : now
    follower.follow(record, group, symbols, in: start...Instant.maximum)
    for stretch in follower.results.stretches {
      outlooks.offers[places[stretch.offer]].add(stretch, at: now)
    }
    guard request != .changes else { return }
    // A rule fails only where the verdict says so.
    for place in outlooks.offers.indices where outlooks.offers[place].verdict == .ineligible {
      let offer = outlooks.offers[place].index
      for rule in 0..<evaluator.ruleCount
      where evaluator.truth(ofRuleAt: rule, forOfferAt: offer, record, group) == .fails {
        outlooks.append(failedRule: rule, ofOfferAt: place)
        guard request == .allFailedRules else { break }
      }
    }
  }
}
