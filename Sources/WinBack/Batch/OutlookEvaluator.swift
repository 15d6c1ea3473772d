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
  private var rules: RuleEvaluator
  private var follower: BatchEvaluator
  /// The places of offers among those of their groups.
  private let places: ContiguousArray<Int>

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
    rules = RuleEvaluator(engine, at: instant, after: symbols)
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
      let symbol = group.symbol, let offers = rules.offers(of: symbol)
    else { return }
    outlooks.set(offers)
    // Only a window that is open can begin before the instant.
    let start = request == .windows && isEligible ? Instant.minimum : now
    follower.follow(record, group, symbols, in: start...Instant.maximum)
    for stretch in follower.results.stretches {
      outlooks.offers[places[stretch.offer]].add(stretch, at: now)
    }
    guard request != .changes else { return }
    rules.open(follower)
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
    for index in 0..<rules.ruleCount
    where rules.truth(ofRuleAt: index, forOfferAt: offer, record, group, symbols, by: follower)
      == .fails
    {
      outlooks.append(failedRule: index, ofOfferAt: place)
      guard request == .allFailedRules else { return }
    }
  }
}
