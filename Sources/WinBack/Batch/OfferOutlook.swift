package import CalendarTime

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

  mutating func set(_ offers: [Int]) {
    for index in offers { self.offers.append(OfferOutlook(index: index)) }
  }

  /// Adds a failed rule to an offer; no later offer must have failed rules.
  mutating func append(failedRule rule: Int, ofOfferAt index: Int) {
    failedRules.append(rule)
    let rules = offers[index].failedRules
    let start = rules.isEmpty ? failedRules.count - 1 : rules.lowerBound
    offers[index].failedRules = start..<failedRules.count
  }
}
