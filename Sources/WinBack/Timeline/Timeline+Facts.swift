package import CalendarTime

extension Timeline {
  /// Reads the facts at an instant, without the paid months and the statuses; later events have not
  /// happened (T6).
  package func facts(asOf now: Instant, _ policies: FactPolicies) -> Facts {
    let visible = visibleCount(asOf: now)
    let isLast = visible == owned.count
    return Facts(
      // F3: at an instant before the last purchase, the renewal information did not exist.
      of: visible == 0
        ? nil
        : LatestPurchase(
          transaction: owned[visible - 1],
          isLast: isLast,
          renewal: isLast ? renewalStatus : nil
        ),
      storefront: storefront,
      gaps: gaps,
      hasSharedAccess: shared.contains { $0.contains(now) },
      dataThrough: policies.dataThrough ?? newestSigning,
      asOf: now,
      policies
    )
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
      if transaction.isRefunded(asOf: now) {
        counts.refunds += 1
        counts.lastRefundAt = max(counts.lastRefundAt ?? .minimum, transaction.revokedAt)
      }
      if transaction.winBackOffer != nil, isRedeemed(at: index) { counts.redemptions += 1 }
    }
    facts.counts = counts
  }

  /// Counts the paid months, which cost more than all other facts together (F7).
  func countMonths(_ facts: inout Facts, asOf now: Instant, _ policies: FactPolicies) {
    facts.paidService = paidService(asOf: now, policies)
    facts.paidMonths = facts.paidService.paidMonths(at: now, policies.monthLength)
  }

  /// Whether the instant of the lapse depends on the policy `lapseStart` (F2).
  package var mayLapseOtherwise: Bool {
    renewalStatus?.graceEnd != nil || renewalStatus?.expirationIntent == 2
  }

  package func paidMonths(asOf now: Instant, _ policies: FactPolicies) -> Int64 {
    paidService(asOf: now, policies).paidMonths(at: now, policies.monthLength)
  }

  /// Returns the number of owned transactions that exist at an instant (T6), which are the first
  /// ones.
  func visibleCount(asOf now: Instant) -> Int {
    let count = owned.count
    // Usually all of them exist.
    guard count > 0, owned[count - 1].start > now else { return count }
    return (0..<count - 1).end { owned[$0].start <= now }
  }

  /// Walks back over the periods and collects the paid ones (F7).
  func paidService(asOf now: Instant, _ policies: FactPolicies) -> PaidService {
    var service = PaidService()
    /// The collected periods that touch, from the latest collected one back.
    var segment: (start: Instant, end: Instant, goesOn: Bool)?
    /// The next later period that is not empty; nil until the walk has found a paid period.
    var later: (start: Instant, isRenewal: Bool)?
    let owned = owned.span
    for index in stride(from: visibleCount(asOf: now) - 1, through: 0, by: -1) {
      let period = owned[index]
      let fullEnd = period.end(asOf: now)
      let end = min(fullEnd, now)
      guard period.start < end else { continue }
      let isPaid = period.isPaid(asOf: now, policies)
      if let later {
        if policies.paidStreak == .mostRecent {
          guard Self.joins(later, end: end, policies.gapTolerance) else { break }
          guard !period.breaksStreak(asOf: now, policies) else { break }
        }
      } else {
        // The walk starts at the latest paid period.
        guard isPaid else { continue }
      }
      later = (period.start, period.traits.contains(.renewal))
      guard isPaid else { continue }
      if let collected = segment {
        if end == collected.start {
          segment?.start = period.start
          continue
        }
        service.add(collected)
      }
      segment = (period.start, end, goesOn: now < fullEnd)
    }
    if let segment { service.add(segment) }
    return service
  }

  /// Returns the number of periods before an instant that do not count as paid and that were
  /// refunded, or were not (P4, P5).
  func unpaidPeriods(asOf now: Instant, _ policies: FactPolicies, isRefunded: Bool) -> Int {
    owned.prefix(visibleCount(asOf: now)).count { period in
      period.start < min(period.end(asOf: now), now)
        && !period.isPaid(asOf: now, policies) && period.isRefunded(asOf: now) == isRefunded
    }
  }

  /// Returns whether a period that ends at an instant and a later one belong to one run (F8).
  private static func joins(
    _ later: (start: Instant, isRenewal: Bool),
    end: Instant,
    _ tolerance: FactPolicies.GapTolerance
  ) -> Bool {
    let gap = end.milliseconds(until: later.start)
    if gap <= 0 { return true }
    guard gap <= 60 * Instant.millisecondsPerDay else { return false }
    return switch tolerance {
    case .none: false
    case .billingRecovery: later.isRenewal
    case .sixtyDays: true
    }
  }

  /// Adds what is known of the redemptions of a win-back offer to facts; their number only if
  /// `counts`.
  @inline(__always)
  func addRedemptions(
    of offer: Symbol,
    startingAt start: Instant,
    to facts: inout Facts,
    asOf now: Instant,
    _ waitStart: FactPolicies.WaitStart,
    counts: Bool
  ) {
    facts.redemptionEndedAt = redemption(of: offer, startingAt: start, asOf: now, facts, waitStart)
    guard counts else { return }
    facts.redemptionCount = redemptionCount(of: offer, startingAt: start, asOf: now, facts)
  }

  /// Returns the instant since which a win-back offer counts as redeemed (F9).
  ///
  /// - Returns: The instant from which the wait is counted; absent if the offer was never redeemed.
  ///   It is unknown if the source does not say which offers were redeemed, except for an offer
  ///   that starts after the last purchase (F13d) of a history that has that purchase (F13g).
  /// - Complexity: O(log *n*) for *n* redemptions.
  private func redemption(
    of offer: Symbol,
    startingAt start: Instant,
    asOf now: Instant,
    _ facts: Facts,
    _ waitStart: FactPolicies.WaitStart
  ) -> FactValue {
    guard !redemptions.isEmpty || !gaps.isEmpty else { return .absent }
    if facts.lacks(.redemptions) { return startsLater(start, facts) ? .absent : .unknown }
    // Each purchase ends all earlier periods, so the last one starts and ends last.
    guard let latest = latestRedemption(of: offer, before: visibleCount(asOf: now)) else {
      return .absent
    }
    return switch waitStart {
    case .offerPeriodEnd: .number(owned[latest].end(asOf: now).milliseconds)
    case .subscriptionEnd: facts.value(of: .lapsedAt)
    case .redemption: .number(owned[latest].start.milliseconds)
    }
  }

  /// Returns the number of redemptions of a win-back offer, or a minimum if others can be unknown.
  private func redemptionCount(
    of offer: Symbol,
    startingAt start: Instant,
    asOf now: Instant,
    _ facts: Facts
  ) -> FactValue {
    guard !redemptions.isEmpty || !gaps.isEmpty || facts.mayHavePaidMore else { return .number(0) }
    let visible = visibleCount(asOf: now)
    let count = redemptions.count { redemption in
      redemption.offer == offer && redemption.index < visible && isRedeemed(at: redemption.index)
    }
    let number = Int64(count)
    guard facts.mayHavePaidMore || facts.lacks(.redemptions) else { return .number(number) }
    let isKnown = !facts.mayHavePaidMore && number == 0 && startsLater(start, facts)
    return isKnown ? .number(0) : .atLeast(number)
  }

  /// Returns whether the last purchase is known and is earlier than the start of an offer (F13d,
  /// F13g).
  private func startsLater(_ start: Instant, _ facts: Facts) -> Bool {
    guard !gaps.contains(.otherPurchases), let last = facts.lastPurchase else { return false }
    return last < start
  }

  /// Returns whether a transaction redeems its win-back offer: an offer that is paid as you go has
  /// a transaction for each period, and is redeemed once.
  private func isRedeemed(at index: Int) -> Bool {
    guard index > 0, owned[index].traits.contains(.renewal) else { return true }
    return owned[index - 1].winBackOffer != owned[index].winBackOffer
  }

  package var hasRedemptions: Bool { !redemptions.isEmpty }

  /// Returns the index of the last of the first `count` transactions that redeemed an offer.
  private func latestRedemption(of offer: Symbol, before count: Int) -> Int? {
    let end = redemptions.indices.end { redemptions[$0] < Redemption(offer: offer, index: count) }
    guard end > 0, redemptions[end - 1].offer == offer else { return nil }
    return redemptions[end - 1].index
  }
}

extension OwnedTransaction {
  /// Returns whether the period is paid service (P4 to P6).
  fileprivate func isPaid(asOf now: Instant, _ policies: FactPolicies) -> Bool {
    if traits.contains(.free), policies.freeService != .counted { return false }
    if isRefunded(asOf: now), policies.refundedService != .counted { return false }
    return true
  }

  /// Returns whether the period ends a run of paid service (P4, P5).
  fileprivate func breaksStreak(asOf now: Instant, _ policies: FactPolicies) -> Bool {
    guard policies.freeService == .breaksStreak, traits.contains(.free) else { return false }
    return !(isRefunded(asOf: now) && policies.refundedService == .unpaid)
  }
}
