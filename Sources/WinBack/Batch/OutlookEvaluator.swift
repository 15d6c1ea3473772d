import CEL
package import CalendarTime

/// Finds the rules that fail at an instant for all offers of one customer after another, and when the
/// verdicts change, in storage that is used again.
package struct OutlookEvaluator: Sendable {
  /// What is wanted.
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
  private let rules: RuleProgram
  private let programs: [OfferProgram]
  private let offersByGroup: [Symbol: [Int]]
  private let policies: FactPolicies
  private var follower: BatchEvaluator
  /// The places of offers among those of their groups.
  private let places: ContiguousArray<Int>
  /// The facts of the last customer; the redemption is that of the last offer.
  private var facts = Facts()
  /// The last customer's history, for rules that could not be solved; nil until one comes.
  private var snapshot: Snapshot?

  /// Creates an evaluator for one thread.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - request: What is wanted.
  ///   - instant: The instant.
  ///   - symbols: Symbols to continue from, which begin with the catalog's.
  package init(
    _ engine: EligibilityEngine,
    _ request: Request,
    at instant: Instant,
    after symbols: SymbolTable
  ) {
    self.request = request
    now = instant
    rules = RuleProgram(engine, at: instant, symbols: symbols)
    programs = engine.programs
    offersByGroup = engine.offersByGroup
    policies = engine.policies.facts
    follower = BatchEvaluator(BatchProgram(engine, symbols: rules.symbols))
    var places = ContiguousArray(repeating: 0, count: engine.programs.count)
    for offers in engine.offersByGroup.values {
      for (place, offer) in offers.enumerated() { places[offer] = place }
    }
    self.places = places
  }

  /// The symbols that those of a history come after.
  package var symbols: SymbolTable { follower.program.symbols }

  /// Looks at the offers of one group of a history without duplicates.
  ///
  /// - Parameters:
  ///   - record: The history.
  ///   - group: The group.
  ///   - symbols: The symbols of the history.
  ///   - isEligible: Whether the customer is eligible for any offer at the instant.
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints, *n* transactions and *o* offers.
  package mutating func look(
    at record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    isEligible: Bool
  ) {
    outlooks.removeAll()
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
    facts = follower.timeline.facts(asOf: now, policies)
    snapshot = nil
    for place in outlooks.offers.indices {
      addFailedRules(ofOfferAt: place, record, group, symbols)
    }
  }

  private mutating func addFailedRules(
    ofOfferAt place: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    // A rule fails only where the verdict says so.
    guard outlooks.offers[place].verdict == .ineligible else { return }
    let offer = outlooks.offers[place].index
    var hasRedemption = false
    for index in rules.offers[offer].indices {
      let rule = rules.offers[offer][index]
      if rule.readsRedemption, !hasRedemption {
        readRedemption(of: offer)
        hasRedemption = true
      }
      guard
        rule.never
          || rules.truth(of: rule.conditions, facts, follower.attributes) == .fails
          || opaqueTruth(of: rule, offer, record, group, symbols) == .fails
      else { continue }
      outlooks.append(failedRule: index, ofOfferAt: place)
      guard request == .allFailedRules else { return }
    }
  }

  private mutating func readRedemption(of offer: Int) {
    facts.redemptionEndedAt = follower.timeline.redemption(
      of: programs[offer].offer.symbol,
      startingAt: follower.program.starts[offer],
      asOf: now,
      facts,
      policies.waitStart
    )
  }

  /// Returns whether what could not be solved of a rule holds.
  private mutating func opaqueTruth(
    of rule: RuleProgram.Rule,
    _ offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) -> Truth {
    guard !rule.opaque.isEmpty else { return .holds }
    let snapshot =
      snapshot
      ?? GroupHistory(copy record, group, copy symbols, follower.products, policies)
      .snapshot(asOf: now)
    self.snapshot = snapshot
    return OfferEvaluator(programs[offer], snapshot).truth(of: rule.opaque)
  }
}
