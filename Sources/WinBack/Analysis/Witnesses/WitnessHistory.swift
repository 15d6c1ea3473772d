import CalendarTime

/// Writes histories that should have the facts of a assignment.
///
/// A customer pays for one stretch of service, as long as the paid months and no longer. Redemptions
/// lie in it where they are late, else they are short free offers before it.
struct WitnessHistory {
  let assignment: Assignment
  let policies: FactPolicies
  let customerId: String
  /// Whether the history has to name the group, which no product tells.
  let namesGroup: Bool
  /// Whether dates may be written without a time.
  let writesDays: Bool

  private static let day = Instant.millisecondsPerDay

  /// The end of service and what the store says about it.
  struct Ending {
    /// The end of the last period.
    var end: Instant
    /// Until when it was bought, where a refund cut it short.
    var expires: Instant?
    var graceEnd: Instant?
    var isInRetry = false
    var isBilledMonthly = false
  }

  /// The histories to try, the plainest first.
  var variants: [CustomerHistory] {
    guard assignment.state != .none else { return [history(of: [])] }
    return endings.flatMap { ending in
      [false, true].compactMap { usesEmptyPeriods in
        periods(until: ending, usesEmptyPeriods: usesEmptyPeriods)
          .map { history(of: $0, ending) }
      }
    }
  }

  // MARK: - How service ended

  /// The ways in which service can have come to the state and the lapse of the assignment (F2, F4).
  private var endings: [Ending] {
    guard let lapse = assignment.lapsedAt else { return [] }
    let now = assignment.now
    let failed = policies.lapseStart == .retryEnd && assignment.expirationIntent == 2
    let ends: [Ending] =
      failed
      ? [60, 90].map { days in
        Ending(
          end: lapse.adding(milliseconds: -days * Self.day),
          isBilledMonthly: days == 90
        )
      } : [Ending(end: lapse)]
    let hasGrace = policies.lapseStart == .graceEnd
    switch assignment.state {
    case .none: return []
    case .subscribed: return ends
    case .expired: return ends + (hasGrace ? [Ending(end: lapse, graceEnd: lapse)] : [])
    case .revoked:
      guard hasGrace, lapse > now else { return ends.map { refunded($0) } }
      return [refunded(Ending(end: now, graceEnd: lapse))]
    case .inGracePeriod:
      guard hasGrace else {
        return ends.map { ending in
          var ending = ending
          ending.graceEnd = now.adding(milliseconds: 16 * Self.day)
          ending.isInRetry = true
          return ending
        }
      }
      let usual = lapse.adding(milliseconds: -16 * Self.day)
      return (usual <= now ? [usual, now] : [now]).map {
        Ending(end: $0, graceEnd: lapse, isInRetry: true)
      }
    case .inBillingRetryPeriod:
      return (failed ? ends : ends + [Ending(end: lapse, isBilledMonthly: true)]).map { ending in
        var ending = ending
        ending.isInRetry = true
        return ending
      }
    }
  }

  private func refunded(_ ending: Ending) -> Ending {
    var ending = ending
    ending.expires = assignment.now.adding(months: 1)
    return ending
  }

  // MARK: - The history

  private func history(of periods: [WitnessPeriod], _ ending: Ending? = nil) -> CustomerHistory {
    var transactions: [Transaction] = []
    for (index, period) in periods.enumerated() {
      let follows = index > 0 && periods[index - 1].end == period.start
      transactions.append(
        transaction(
          number: index + 1,
          period,
          reason: follows && period.offerId == nil ? "RENEWAL" : "PURCHASE",
          ending: index == periods.count - 1 ? ending : nil,
          isBilledMonthly: ending?.isBilledMonthly ?? false
        )
      )
    }
    if assignment.hasSharedAccess { transactions.append(sharedAccess) }
    return CustomerHistory(
      customerId: customerId,
      storefront: assignment.storefront,
      subscriptionGroupIdentifier: namesGroup ? assignment.group : nil,
      transactions: transactions,
      renewalInfo: renewalInfo(ending).map { [$0] } ?? [],
      attributes: assignment.attributes
    )
  }

  private func transaction(
    number: Int,
    _ period: WitnessPeriod,
    reason: String,
    ending: Ending?,
    isBilledMonthly: Bool
  ) -> Transaction {
    var transaction = Transaction(
      transactionId: "\(number)",
      productId: assignment.productId ?? "",
      purchaseDate: date(period.start),
      expiresDate: date(ending?.expires ?? period.end),
      transactionReason: reason,
      price: period.isFree ? 0 : 9990
    )
    if ending?.expires != nil {
      // What was used of it stays paid.
      transaction.revocationDate = date(period.end)
      transaction.revocationType = "REFUND_PRORATED"
    }
    if isBilledMonthly { transaction.billingPlanType = "MONTHLY" }
    if period.isFree { transaction.offerDiscountType = "FREE_TRIAL" }
    if let offerId = period.offerId {
      transaction.offerType = 4
      transaction.offerIdentifier = offerId
      if !period.isFree { transaction.price = 990 }
    } else if period.isFree {
      transaction.offerType = 1
    }
    return transaction
  }

  private var sharedAccess: Transaction {
    Transaction(
      transactionId: "shared",
      productId: assignment.productId ?? "shared.product",
      purchaseDate: date(assignment.now.adding(months: -1)),
      expiresDate: date(assignment.now.adding(months: 1)),
      inAppOwnershipType: "FAMILY_SHARED",
      price: 0
    )
  }

  /// What the store says of the next renewal, where it says something that does not go without saying.
  private func renewalInfo(_ ending: Ending?) -> RenewalInfo? {
    guard let ending else { return nil }
    let usuallyRenews =
      switch assignment.state {
      case .subscribed, .inGracePeriod, .inBillingRetryPeriod: true
      case .none, .revoked, .expired: false
      }
    guard
      assignment.willAutoRenew != usuallyRenews || assignment.expirationIntent != nil
        || ending.isInRetry
        || ending.graceEnd != nil
    else { return nil }
    return RenewalInfo(
      autoRenewStatus: assignment.willAutoRenew ? 1 : 0,
      expirationIntent: assignment.expirationIntent,
      isInBillingRetryPeriod: ending.isInRetry ? true : nil,
      gracePeriodExpiresDate: ending.graceEnd.map { date($0) }
    )
  }

  /// Returns a date as a person would write it: a day, where it is the start of one.
  private func date(_ instant: Instant) -> TimelineDate {
    writesDays && instant.timeOfDay == 0
      ? TimelineDate(instant.date) : TimelineDate(instant)
  }
}
