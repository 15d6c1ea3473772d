extension Timeline {
  /// Counts the paid months, which cost more than all other facts together (F7).
  func countMonths(_ facts: inout Facts, asOf now: Instant, _ policies: FactPolicies) {
    facts.paidService = paidService(asOf: now, policies)
    if facts.mayHavePaidMore { facts.paidService.isOpen = true }
    facts.paidMonths = facts.paidService.paidMonths(at: now, policies.monthLength)
  }

  /// Returns the fewest and the most paid months that the transactions allow (F7, F14).
  package func paidMonths(asOf now: Instant, _ policies: FactPolicies) -> ClosedRange<Int64> {
    paidService(asOf: now, policies).paidMonths(at: now, policies.monthLength)
  }

  /// Walks back over the periods and collects the paid ones (F7).
  ///
  /// After a gap without a reason, the fewest months end, and the most continue (F14c). Where purchases
  /// are missing, the walk stops, and no upper end is known (F14a, F14b).
  func paidService(asOf now: Instant, _ policies: FactPolicies) -> PaidServiceRange {
    var service = PaidService()
    var fewest: PaidService?
    /// The collected periods that touch, from the latest collected one back.
    var segment: PaidService.Segment?
    /// The next later period that is not empty, once the walk has found a paid period.
    var later: (start: Instant, traits: TransactionTraits) = (.minimum, [])
    var hasLater = false
    let visible = visibleCount(asOf: now)
    var boundary = newestBoundary(before: visible, policies)
    var isOpen = false
    var hasStopped = false
    let owned = owned.span
    for index in stride(from: visible - 1, through: 0, by: -1) {
      if boundary >= 0, boundaries[boundary] > index {
        isOpen = true
        boundary -= 1
        hasStopped = policies.paidStreak == .mostRecent
        if hasStopped { break }
      }
      let period = owned[index]
      let fullEnd = period.end(asOf: now)
      let end = min(fullEnd, now)
      guard period.start < end else { continue }
      let isPaid = period.isPaid(asOf: now, policies)
      if hasLater {
        if policies.paidStreak == .mostRecent {
          let joins = Self.joins(later, end: end, policies)
          hasStopped = joins == .fails || period.breaksStreak(asOf: now, policies)
          if hasStopped { break }
          if joins == .unknown, fewest == nil { fewest = service.adding(segment) }
        }
      } else {
        // The walk starts at the latest paid period.
        guard isPaid else { continue }
      }
      later = (period.start, period.traits)
      hasLater = true
      guard isPaid else { continue }
      if let collected = segment {
        if end == collected.start {
          segment?.start = period.start
          continue
        }
        service = service.adding(collected)
      }
      segment = PaidService.Segment(start: period.start, end: end, goesOn: now < fullEnd)
    }
    let most = service.adding(segment)
    return PaidServiceRange(
      fewest: fewest ?? most,
      most: most,
      isOpen: isOpen || !hasStopped && boundary >= 0
    )
  }

  /// Returns the number of periods before an instant that do not count as paid and that were
  /// refunded, or were not (P4, P5).
  func unpaidPeriods(asOf now: Instant, _ policies: FactPolicies, isRefunded: Bool) -> Int {
    owned.prefix(visibleCount(asOf: now)).count { period in
      period.start < min(period.end(asOf: now), now)
        && !period.isPaid(asOf: now, policies) && period.isRefunded(asOf: now) == isRefunded
    }
  }

  /// The longest gap that any policy tolerates in a run of paid service, in milliseconds (F8).
  static let longestGap: Int64 = 60 * Instant.millisecondsPerDay

  /// Returns whether a period that ends at an instant and a later one belong to one run (F8); unknown
  /// if the later one has no reason that tells (F14c).
  @inline(__always)
  private static func joins(
    _ later: (start: Instant, traits: TransactionTraits),
    end: Instant,
    _ policies: FactPolicies
  ) -> Truth {
    let gap = end.milliseconds(until: later.start)
    if gap <= 0 { return .holds }
    guard gap <= longestGap else { return .fails }
    switch policies.gapTolerance {
    case .none: return .fails
    case .sixtyDays: return .holds
    case .billingRecovery:
      if later.traits.contains(.renewal) { return .holds }
      let mayJoin = policies.missingPurchases == .unknown && !later.traits.contains(.reasoned)
      return mayJoin ? .unknown : .fails
    }
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
