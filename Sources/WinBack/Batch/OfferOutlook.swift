package import CalendarTime

/// What is known of one offer for one customer at an instant and after it, in short.
package struct OfferOutlook: Sendable, Hashable {
  /// The place of the offer among the engine's.
  package let index: Int
  /// Whether the customer is eligible for the offer.
  package private(set) var verdict: Verdict = .ineligible
  /// The next instant at which the verdict changes; nil if it stays.
  package private(set) var changesAt: Instant?
  /// The window that is open, else the next one; nil if there is none.
  package private(set) var window: Window?
  /// The places of the rules that fail among those of all offers.
  fileprivate var failedRules: Range<Int> = 0..<0
  /// Where the verdict of the last stretch began.
  private var start: Instant?

  init(index: Int) {
    self.index = index
  }

  /// The last instant of the window that is open; nil if none is or it never ends.
  package var eligibleThrough: Instant? {
    verdict == .eligible ? window?.through : nil
  }

  /// Takes in a stretch that follows all others of the offer.
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

/// What is known of the offers of a customer's group.
package struct OfferOutlooks: Sendable {
  /// The offers, in the order of the result (R2).
  package internal(set) var offers: ContiguousArray<OfferOutlook> = []
  /// The rules that fail, one offer's next to each other.
  private var failedRules: ContiguousArray<Int> = []

  /// Creates the outlooks of no offers.
  package init() {}

  /// Returns the rules that fail for an offer, as far as was asked, by their place in the rule set.
  package func failedRules(of offer: OfferOutlook) -> ArraySlice<Int> {
    failedRules[offer.failedRules]
  }

  mutating func removeAll() {
    offers.removeAll(keepingCapacity: true)
    failedRules.removeAll(keepingCapacity: true)
  }

  /// Takes the offers of a customer's group, of which nothing is known yet.
  mutating func set(_ offers: [Int]) {
    for index in offers { self.offers.append(OfferOutlook(index: index)) }
  }

  /// Adds a rule that fails, to the last offer that has any.
  mutating func append(failedRule rule: Int, ofOfferAt place: Int) {
    failedRules.append(rule)
    let rules = offers[place].failedRules
    let start = rules.isEmpty ? failedRules.count - 1 : rules.lowerBound
    offers[place].failedRules = start..<failedRules.count
  }
}
