package import CalendarTime

/// How much the input of many customers tells: the evidence of each timeline, counted (F13).
package struct EvidenceTally: Sendable, Hashable {
  /// How often each of some names was there.
  package struct Names: Sendable, Hashable {
    /// The most names that are kept, so that memory does not grow with the input.
    private static let limit = 1_000

    /// How often each name was there.
    package private(set) var counts: [String: Int] = [:]

    /// Counts a name; one of too many is left out.
    package mutating func add(_ name: String, _ count: Int) {
      guard counts.count < Self.limit || counts[name] != nil else { return }
      counts[name, default: 0] += count
    }

    /// Adds names that were counted elsewhere.
    mutating func add(_ other: Names) {
      guard !other.counts.isEmpty else { return }
      // In an order of their own, so that it is always the same ones that are kept of too many.
      for (name, count) in other.counts.sorted(by: { $0.key < $1.key }) { add(name, count) }
    }
  }

  /// The customers in each of their subscription groups.
  package var timelines: Int = 0
  /// The transactions, of several versions of one the newest.
  package var transactions: Int = 0
  /// The transactions that are skipped because nothing gives their group (R5).
  package var withoutGroup: Int = 0
  /// The transactions of products that the catalog lacks.
  package var ofUnknownProducts: Int = 0
  /// The timelines without renewal information for the last purchase (F3).
  package var withoutRenewalInfo: Int = 0
  /// Those of which nobody knows whether the store is retrying the payment (F13a).
  package var mayBeRetrying: Int = 0
  /// Those that may have been renewed since the input was written (F13b, F13f).
  package var mayBeRenewed: Int = 0
  /// Those whose paid months are known from below only (F13c).
  package var paidMonthsFromBelow: Int = 0
  /// Those of which nobody knows which offers were redeemed (F12).
  package var withoutRedemptions: Int = 0
  /// Those of which nobody knows the storefront (F12).
  package var withoutStorefront: Int = 0
  /// The date of the first purchase; nil if there is none.
  package var firstPurchase: Instant?
  /// The date of the last purchase.
  package var lastPurchase: Instant?
  /// The newest signature; nil if nothing is signed (F13f).
  package var newestSigning: Instant?
  /// The products that the catalog lacks, with the number of their transactions.
  package var unknownProducts: Names = Names()
  /// The timelines in subscription groups that the catalog lacks.
  package var unknownGroups: Names = Names()

  /// Creates a tally of nothing.
  package init() {}

  /// The numbers, by their names in files.
  package static let counts:
    [(name: String, path: any WritableKeyPath<EvidenceTally, Int> & Sendable)] = [
      ("timelines", \.timelines), ("transactions", \.transactions),
      ("withoutGroup", \.withoutGroup), ("ofUnknownProducts", \.ofUnknownProducts),
      ("withoutRenewalInfo", \.withoutRenewalInfo),
      ("mayBeRetrying", \.mayBeRetrying), ("mayBeRenewed", \.mayBeRenewed),
      ("paidMonthsFromBelow", \.paidMonthsFromBelow), ("withoutRedemptions", \.withoutRedemptions),
      ("withoutStorefront", \.withoutStorefront),
    ]

  /// The instants.
  package static let instants:
    [(name: String, path: any WritableKeyPath<EvidenceTally, Instant?> & Sendable)] = [
      ("firstPurchase", \.firstPurchase), ("lastPurchase", \.lastPurchase),
      ("newestSigning", \.newestSigning),
    ]

  /// The names that the catalog lacks.
  package static let names:
    [(name: String, path: any WritableKeyPath<EvidenceTally, Names> & Sendable)] = [
      ("unknownProducts", \.unknownProducts), ("unknownGroups", \.unknownGroups),
    ]

  /// Adds what was counted elsewhere.
  ///
  /// It is called for each block of histories. With the paths above it would take as long as some
  /// customers do.
  package mutating func add(_ other: EvidenceTally) {
    timelines += other.timelines
    transactions += other.transactions
    withoutGroup += other.withoutGroup
    ofUnknownProducts += other.ofUnknownProducts
    withoutRenewalInfo += other.withoutRenewalInfo
    mayBeRetrying += other.mayBeRetrying
    mayBeRenewed += other.mayBeRenewed
    paidMonthsFromBelow += other.paidMonthsFromBelow
    withoutRedemptions += other.withoutRedemptions
    withoutStorefront += other.withoutStorefront
    if let first = other.firstPurchase { note(purchase: first) }
    if let last = other.lastPurchase { note(purchase: last) }
    if let signing = other.newestSigning { note(signing: signing) }
    unknownProducts.add(other.unknownProducts)
    unknownGroups.add(other.unknownGroups)
  }

  /// Counts what a timeline lacks.
  mutating func add(_ evidence: TimelineEvidence) {
    guard !evidence.isEmpty else { return }
    withoutRenewalInfo += evidence.contains(.withoutRenewalInfo) ? 1 : 0
    mayBeRetrying += evidence.contains(.mayBeRetrying) ? 1 : 0
    mayBeRenewed += evidence.contains(.mayBeRenewed) ? 1 : 0
    paidMonthsFromBelow += evidence.contains(.paidMonthsFromBelow) ? 1 : 0
    withoutRedemptions += evidence.contains(.withoutRedemptions) ? 1 : 0
    withoutStorefront += evidence.contains(.withoutStorefront) ? 1 : 0
  }

  /// Notes the date of a purchase.
  mutating func note(purchase instant: Instant) {
    firstPurchase = min(firstPurchase ?? instant, instant)
    lastPurchase = max(lastPurchase ?? instant, instant)
  }

  /// Notes the date of a signature.
  mutating func note(signing instant: Instant) {
    newestSigning = max(newestSigning ?? instant, instant)
  }
}
