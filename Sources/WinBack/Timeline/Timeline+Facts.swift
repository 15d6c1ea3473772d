extension Timeline {
  /// Reads the facts at an instant, without the paid months and the statuses; later events have not
  /// happened (T6).
  package func facts(asOf now: Instant, _ policies: FactPolicies) -> Facts {
    let visible = visibleCount(asOf: now)
    // F14g: a purchase that is only announced is no later purchase.
    let isLast = owned[visible...].allSatisfy { $0.announcedAt <= now }
    let lastAnnounced = now.adding(milliseconds: OwnedTransaction.longestAnnouncement)
    // F3: at an instant before the last purchase, the renewal information did not exist.
    let status = isLast ? renewalStatus : nil
    var facts = Facts(storefront: storefront, gaps: gaps)
    facts.hasSharedAccess = shared.reduce(.fails) { $0 || $1.lasts(asOf: now) }
    facts.boundary = boundary(asOf: now, policies)
    facts.isRenewalAnnounced = owned[visible...].prefix { $0.start <= lastAnnounced }
      .contains { $0.announcedAt <= now }
    guard visible > 0 else {
      facts.willAutoRenew = facts.isRenewalAnnounced
      facts.expirationIntent = status?.expirationIntent
      if mayLackFirstPurchase(policies) { facts.ending = .mayHaveBegun }
      return facts
    }
    facts.hasOldRenewalInfo = isLast && renewal != nil && renewalStatus == nil
    facts.read(
      owned[visible - 1],
      isLast: isLast,
      status,
      dataThrough: policies.dataThrough ?? newestSigning,
      asOf: now,
      policies
    )
    return facts
  }

  /// Adds the statuses to facts: whether a shared subscription will renew (M1), and whether the
  /// customer received an introductory offer (M2).
  func addStatuses(to facts: inout Facts, asOf now: Instant) {
    facts.sharedRenewal = shared.reduce(.fails) { $0 || $1.renews(asOf: now) }
    facts.hasIntroduction = firstIntroduction.map { $0 <= now } ?? false
  }

  func count(_ facts: inout Facts, asOf now: Instant) {
    var counts = Facts.Counts()
    let owned = owned.prefix(visibleCount(asOf: now))
    counts.firstPurchase = owned.first?.start
    counts.lacksFirstPurchase = facts.boundary != nil && boundaries.first == 0
    for (index, transaction) in owned.enumerated() {
      if transaction.isRefunded(asOf: now) {
        counts.refunds += 1
        counts.lastRefundAt = max(counts.lastRefundAt ?? .minimum, transaction.revokedAt)
      }
      let isPromotional = transaction.traits.redeems(.promotional)
      guard isPromotional || transaction.traits.redeems(.winBack) else { continue }
      // Where purchases are missing, a renewal continues what was redeemed before (F14).
      let mayContinue =
        (facts.boundary.map { transaction.start <= $0 } ?? false)
        && (transaction.traits.contains(.renewal) || !transaction.traits.contains(.reasoned))
      let redeems = redeems(at: index)
      if isPromotional {
        counts.promotionalOffers.add(redeems, at: transaction.start, orBefore: mayContinue)
      } else {
        counts.redemptions.add(redeems, at: transaction.start, orBefore: mayContinue)
      }
    }
    facts.counts = counts
  }

  /// Whether the instant of the lapse depends on the policy `lapseStart` (F2).
  package var mayLapseOtherwise: Bool {
    renewalStatus?.graceEnd != nil || renewalStatus?.expirationIntent == 2
  }

  /// Returns the number of owned transactions that exist at an instant (T6), which are the first
  /// ones.
  func visibleCount(asOf now: Instant) -> Int {
    let count = owned.count
    // Usually all of them exist.
    guard count > 0, owned[count - 1].start > now else { return count }
    return (0..<count - 1).end { owned[$0].start <= now }
  }
}
