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
    outlooks.offers += offers.map(OfferOutlook.init(index:))
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

/// The verdict on one offer for one customer at an instant, and what follows it.
package struct OfferOutlook: Sendable, Hashable {
  /// The index of the offer among the engine's.
  package let index: Int
  package private(set) var verdict: Verdict = .ineligible
  /// The next instant at which the verdict changes; nil if it stays.
  package private(set) var changesAt: Instant?
  /// The open window, else the next one; nil if there is none.
  package private(set) var window: Window?
  /// The range of the failed rules of this offer among those of all offers.
  fileprivate var failedRules: Range<Int> = 0..<0
  /// The instant at which the verdict of the last stretch began.
  private var start: Instant?

  init(index: Int) { self.index = index }

  /// The last instant of the open window; nil if none is open or it never ends.
  package var eligibleThrough: Instant? { verdict == .eligible ? window?.through : nil }

  /// Adds a stretch that follows all others of the offer.
  mutating func add(_ stretch: VerdictStretch, at now: Instant) {
    let from = stretch.continues ? start ?? stretch.from : stretch.from
    start = from
    guard stretch.through >= now else { return }
    let isLast = stretch.through == .maximum
    if from <= now {
      verdict = stretch.isEligible ? .eligible : .undetermined
      changesAt = isLast ? nil : stretch.through.adding(milliseconds: 1)
    } else if changesAt == nil {
      changesAt = from
    }
    guard stretch.isEligible, window == nil || window?.from == from else { return }
    window = Window(from: from, through: isLast ? nil : stretch.through)
  }
}

package struct OfferOutlooks: Sendable {
  /// The offers, in the order of the result (R2).
  package internal(set) var offers: ContiguousArray<OfferOutlook> = []
  /// The rules that fail; those of one offer are next to each other.
  private var failedRules: ContiguousArray<Int> = []

  package init() {}

  /// Returns the rules that were found to fail for an offer, by their index in the rule set.
  package func failedRules(of offer: OfferOutlook) -> ArraySlice<Int> {
    failedRules[offer.failedRules]
  }

  mutating func removeAll() {
    offers.removeAll(keepingCapacity: true)
    failedRules.removeAll(keepingCapacity: true)
  }

  /// Adds a failed rule to an offer; no later offer must have failed rules.
  mutating func append(failedRule rule: Int, ofOfferAt index: Int) {
    failedRules.append(rule)
    let rules = offers[index].failedRules
    let start = rules.isEmpty ? failedRules.count - 1 : rules.lowerBound
    offers[index].failedRules = start..<failedRules.count
  }
}
