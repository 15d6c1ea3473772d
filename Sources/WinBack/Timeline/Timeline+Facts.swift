package import CalendarTime

extension Timeline {
  /// Reads the facts at an instant, without the paid months and the statuses; later events have not
  /// happened (T6).
  package func facts(asOf now: Instant, _ policies: FactPolicies) -> Facts {
    let visible = visibleCount(asOf: now)
    // F14g: a purchase that is only announced is no later purchase.
    let isLast = owned[visible...].allSatisfy { $0.announcedAt <= now }
    let lastAnnounced = now.adding(milliseconds: OwnedTransaction.longestAnnouncement)
    var facts = Facts(
      // F3: at an instant before the last purchase, the renewal information did not exist.
      of: visible == 0
        ? nil
        : LatestPurchase(
          transaction: owned[visible - 1],
          isLast: isLast,
          renewal: isLast ? renewalStatus : nil,
          hasOldRenewal: isLast && renewal != nil && renewalStatus == nil
        ),
      lacksBeginning: lacksBeginning(policies),
      isRenewalAnnounced: owned[visible...].prefix { $0.start <= lastAnnounced }
        .contains { $0.announcedAt <= now },
      storefront: storefront,
      gaps: gaps,
      hasSharedAccess: shared.contains { $0.contains(now) },
      dataThrough: policies.dataThrough ?? newestSigning,
      asOf: now,
      policies
    )
    facts.boundary = boundary(asOf: now, policies)
    if visible == 0, isLast { facts.expirationIntent = renewalStatus?.expirationIntent }
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
    for (index, transaction) in owned.prefix(visibleCount(asOf: now)).enumerated() {
      if counts.firstPurchase == nil { counts.firstPurchase = transaction.start }
      if index == 0 { counts.lacksFirstPurchase = facts.boundary != nil && boundaries.first == 0 }
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
