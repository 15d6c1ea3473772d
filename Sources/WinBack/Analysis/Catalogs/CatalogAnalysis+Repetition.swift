import CalendarTime

extension CatalogAnalysis {
  /// Returns what becomes of the customer who comes first and comes back first.
  ///
  /// The customer redeems at the first instant at which anybody can, uses the whole offer, pays for as
  /// many months as it takes to qualify again, and leaves.
  ///
  /// - Parameter reach: The offer.
  /// - Returns: The story; nil where nobody can have the offer, or no history shows it.
  /// - Complexity: O(*p*) stories for *p* paid months that the offer asks for.
  package func repetition(of reach: OfferReach) -> Repetition? {
    let existence = existence(of: reach)
    guard case .somebody(let witness) = existence else { return nil }
    let months = max(
      0,
      min(120, reach.offer.customerEligibilityPaidSubscriptionDurationInMonths)
    )
    var latest: Repetition?
    for paidMonths in 0...months {
      let history = witness.redeeming(reach, andPayingFor: Int64(paidMonths))
      let again = engine.windows(of: reach.key, on: history).first { $0.from > witness.asOf }
      latest = Repetition(history: history, redeemedAt: witness.asOf, againAt: again?.from)
      if again != nil { return latest }
    }
    return latest
  }
}

extension Witness {
  /// Returns the history of a customer who redeems an offer now, pays for some months after it and
  /// leaves.
  fileprivate func redeeming(_ reach: OfferReach, andPayingFor months: Int64) -> CustomerHistory {
    let offer = reach.offer
    var end = asOf
    for _ in 0..<max(1, min(offer.periodCount, 1_000)) { end = offer.duration.end(of: end) }
    var history = history
    history.renewalInfo = []
    history.transactions.append(
      Transaction(
        transactionId: "redemption",
        productId: reach.productId,
        purchaseDate: TimelineDate(asOf),
        expiresDate: TimelineDate(end),
        transactionReason: "PURCHASE",
        price: offer.offerMode == .freeTrial ? 0 : 990,
        offerType: 4,
        offerIdentifier: offer.offerId,
        offerDiscountType: offer.offerMode.rawValue
      )
    )
    guard months > 0 else { return history }
    history.transactions.append(
      Transaction(
        transactionId: "renewal",
        productId: reach.productId,
        purchaseDate: TimelineDate(end),
        expiresDate: TimelineDate(end.adding(months: months)),
        transactionReason: "RENEWAL",
        price: 9990
      )
    )
    return history
  }
}

extension OfferDuration {
  /// Returns the end of a period of this length.
  fileprivate func end(of start: Instant) -> Instant {
    let day = Instant.millisecondsPerDay
    return switch self {
    case .threeDays: start.adding(milliseconds: 3 * day)
    case .oneWeek: start.adding(milliseconds: 7 * day)
    case .twoWeeks: start.adding(milliseconds: 14 * day)
    case .oneMonth: start.adding(months: 1)
    case .twoMonths: start.adding(months: 2)
    case .threeMonths: start.adding(months: 3)
    case .sixMonths: start.adding(months: 6)
    case .oneYear: start.adding(months: 12)
    }
  }
}

extension EligibilityEngine {
  /// Returns the windows of an offer for a customer (R4); none where the history contradicts itself.
  func windows(of key: OfferKey, on history: CustomerHistory) -> [Window] {
    guard let program = programs.first(where: { self.key(of: $0) == key }),
      let history = open(history, group: key.group)
    else { return [] }
    return VerdictSweep(history).timeline(of: program).windows
  }
}
