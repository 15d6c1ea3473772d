import CEL

/// How complete the input of many customers is: the evidence of each timeline, counted (F13).
package struct EvidenceTally: Sendable, Hashable {
  package struct Names: Sendable, Hashable {
    /// The most names that are kept, so that memory does not grow with the input.
    private static let limit = 1_000

    package private(set) var counts: [String: Int] = [:]

    package init() {}

    /// Counts a name; it ignores a new name beyond the limit.
    package mutating func add(_ name: String, _ count: Int) {
      guard counts.count < Self.limit || counts[name] != nil else { return }
      counts[name, default: 0] += count
    }

    mutating func add(_ other: Names) {
      guard !other.counts.isEmpty else { return }
      // In byte order, so that the same names are kept each time.
      for (name, count) in other.counts.ordered(by: { $0.key < $1.key }) { add(name, count) }
    }
  }

  package enum Count: Int, CaseIterable, Sendable {
    /// The customers in each of their subscription groups.
    case timelines
    /// The transactions; of several versions of one, only the newest.
    case transactions
    /// The transactions that are skipped because nothing gives their group (R5).
    case withoutGroup
    case ofUnknownProducts
    /// There is no renewal information for the last purchase (F3).
    case withoutRenewalInfo
    /// It is unknown whether the store is retrying the payment (F13a).
    case mayBeRetrying
    /// It was perhaps renewed since the input was written (F13b, F13f).
    case mayBeRenewed
    /// Only a minimum of the paid months is known (F13c).
    case paidMonthsFromBelow
    /// It is unknown which offers were redeemed (F12).
    case withoutRedemptions
    /// The storefront is unknown (F12).
    case withoutStorefront
    /// Purchases are missing (F14a, F14b).
    case withoutPurchases
    /// The renewal information is older than the last purchase, or than the next renewal (F13, F14d).
    case stale
    /// The transactions that redeemed offers of the engine's kind that the catalog lacks.
    case ofUnknownOffers
    /// The transactions that expire before they are purchased.
    case reversed
  }

  /// The counts, by the raw value of ``Count``.
  private var counts = ContiguousArray(repeating: 0, count: Count.allCases.count)
  package var firstPurchase: Instant?
  package var lastPurchase: Instant?
  /// The newest signature; nil if nothing is signed (F13f).
  package var newestSigning: Instant?
  /// The products that the catalog lacks, with the number of their transactions.
  package var unknownProducts: Names = Names()
  /// The timelines in subscription groups that the catalog lacks.
  package var unknownGroups: Names = Names()
  /// The redeemed offers of the engine's kind that the catalog lacks, with the number of their transactions.
  package var unknownOffers: Names = Names()

  package init() {}

  package subscript(count: Count) -> Int {
    get { counts[count.rawValue] }
    set { counts[count.rawValue] = newValue }
  }

  package mutating func add(_ other: EvidenceTally) {
    for index in counts.indices { counts[index] += other.counts[index] }
    if let first = other.firstPurchase { note(purchase: first) }
    if let last = other.lastPurchase { note(purchase: last) }
    if let signing = other.newestSigning { note(signing: signing) }
    unknownProducts.add(other.unknownProducts)
    unknownGroups.add(other.unknownGroups)
    unknownOffers.add(other.unknownOffers)
  }

  mutating func add(_ evidence: TimelineEvidence) {
    var bits = evidence.bits
    while bits != 0 {
      counts[bits.trailingZeroBitCount] += 1
      bits &= bits - 1
    }
  }

  mutating func note(purchase instant: Instant) {
    firstPurchase = min(firstPurchase ?? instant, instant)
    lastPurchase = max(lastPurchase ?? instant, instant)
  }

  mutating func note(signing instant: Instant) {
    newestSigning = max(newestSigning ?? instant, instant)
  }
}

/// What one timeline lacks at an instant, so that not all of its facts are known (F13).
package struct TimelineEvidence: Sendable, Hashable {
  /// The counts to which it adds, as bits by their raw values.
  fileprivate private(set) var bits: UInt16 = 0

  /// Creates the evidence of a timeline that lacks nothing.
  package init() {}

  /// Collects the evidence in facts without the paid months; nil if it depends on these.
  package init?(withoutMonths facts: borrowing Facts) {
    guard !facts.needsMonths else { return nil }
    self.init(facts)
  }

  /// Collects the evidence in the facts of a timeline; none before the first purchase (F11).
  package init(_ facts: borrowing Facts) {
    let mayHaveBegun = facts.ending == .mayHaveBegun
    let hasBegun = facts.productId != nil
    guard mayHaveBegun || hasBegun else { return }
    if !facts.hasRenewalInfo { insert(.withoutRenewalInfo) }
    switch facts.ending {
    case .known, .mayHaveBegun: break
    case .mayBeRetrying: insert(.mayBeRetrying)
    case .mayBeRenewed: insert(.mayBeRenewed)
    }
    if facts.lacksPurchases { insert(.withoutPurchases) }
    if facts.isStale { insert(.stale) }
    if facts.mayHavePaidMore { insert(.paidMonthsFromBelow) }
    if facts.paidMonths.upperBound == .max { insert(.paidMonthsFromBelow) }
    if facts.lacks(.redemptions) { insert(.withoutRedemptions) }
    if facts.storefront == nil { insert(.withoutStorefront) }
  }

  private mutating func insert(_ count: EvidenceTally.Count) { bits |= 1 << count.rawValue }
}

extension BatchEvaluator {
  /// Returns what the timeline lacks that was scored last, whose months may not have been counted; it is
  /// mutating, so that nothing is copied.
  package mutating func evidence() -> TimelineEvidence? { TimelineEvidence(withoutMonths: facts) }
}
