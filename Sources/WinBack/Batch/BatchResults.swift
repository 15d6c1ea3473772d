package import CalendarTime

/// The results of one customer's offers, in reused storage.
package struct BatchResults: Sendable {
  /// The offers that the last customer is eligible for, best first, as indices into the engine's
  /// offers; none if the customer was followed.
  package private(set) var eligible: ContiguousArray<Int> = []
  /// The offers that cannot be decided, in the same order.
  package private(set) var undetermined: ContiguousArray<Int> = []
  /// The results of the last customer who was followed, in order of time for each offer; of
  /// stretches that begin at one instant, the better offer comes first.
  package private(set) var stretches: ContiguousArray<VerdictStretch> = []
  var keepsStretches = false
  /// The latest stretch of each offer; -1 if it has none.
  private var latest: ContiguousArray<Int32>

  init(offerCount: Int) { latest = ContiguousArray(repeating: -1, count: offerCount) }

  @inline(__always)
  mutating func removeLists() {
    // Most customers have no offers, and emptying an empty array also takes time.
    if !eligible.isEmpty { eligible.removeAll(keepingCapacity: true) }
    if !undetermined.isEmpty { undetermined.removeAll(keepingCapacity: true) }
  }

  mutating func removeAll() {
    removeLists()
    if !stretches.isEmpty {
      for stretch in stretches { latest[stretch.offer] = -1 }
      stretches.removeAll(keepingCapacity: true)
    }
  }

  /// Adds an offer for which the customer is eligible, or that cannot be decided; `end` is not
  /// included.
  mutating func append(
    _ offer: Int,
    _ truth: Truth,
    in storefront: Storefront?,
    from start: Instant,
    to end: Instant
  ) {
    let isEligible = truth == .holds
    guard keepsStretches else {
      if isEligible { eligible.append(offer) } else { undetermined.append(offer) }
      return
    }
    let through = end.adding(milliseconds: -1)
    var continues = false
    let known = Int(latest[offer])
    if known >= 0, stretches[known].isEligible == isEligible,
      stretches[known].through.adding(milliseconds: 1) == start
    {
      guard stretches[known].storefront != storefront else {
        stretches[known].through = through
        return
      }
      continues = true
    }
    latest[offer] = Int32(truncatingIfNeeded: stretches.count)
    stretches.append(
      VerdictStretch(
        offer: offer,
        isEligible: isEligible,
        continues: continues,
        from: start,
        through: through,
        storefront: storefront
      )
    )
  }
}

/// A range of time in which a customer is eligible for an offer, or in which that cannot be
/// decided.
package struct VerdictStretch: Sendable, Hashable {
  /// The index of the offer among the engine's.
  package let offer: Int
  /// Whether the customer is eligible; otherwise it cannot be decided.
  package let isEligible: Bool
  /// Whether the verdict was the same just before, in another storefront.
  package let continues: Bool
  package let from: Instant
  package internal(set) var through: Instant
  /// The customer's storefront; nil if it is not known.
  package let storefront: Storefront?

  package init(
    offer: Int,
    isEligible: Bool,
    continues: Bool = false,
    from: Instant,
    through: Instant,
    storefront: Storefront?
  ) {
    self.offer = offer
    self.isEligible = isEligible
    self.continues = continues
    self.from = from
    self.through = through
    self.storefront = storefront
  }
}
