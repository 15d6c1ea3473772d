import CEL
import WinBack

/// Checks of an offer against the sale of its subscription: its price, and its billing plan.
extension CatalogLinter {
  /// Finds prices that are not lower than the price of the subscription in the same time.
  func regularPrices(of placed: PlacedOffer) -> [LintFinding] {
    // Another billing plan has its own prices.
    guard let offer = placed.winBack, offer.offerMode != .freeTrial,
      offer.targetSubscriptionPlanType != "MONTHLY",
      let period = placed.subscription.subscriptionPeriod,
      let periods = Self.periods(of: offer, in: period)
    else { return [] }
    let regular = Dictionary(keepingFirst: placed.subscription.prices.map { ($0.territory, $0) })
    return offer.prices.enumerated().compactMap { index, price in
      guard let full = regular[price.territory], let amount = full.amount,
        let most = full.tenThousandths?.multipliedReportingOverflow(by: Int64(periods.count)),
        let own = price.tenThousandths?.multipliedReportingOverflow(by: Int64(periods.part)),
        !most.overflow, !own.overflow, own.partialValue >= most.partialValue, most.partialValue > 0
      else { return nil }
      return placed.finding(
        .regularPrice,
        at: "prices",
        element: index,
        "expected less than the subscription costs in the same time, \(amount) for \(period.rawValue) "
          + "in \(price.territory.code), found '\(price.customerPrice ?? "")' for "
          + "\(offer.duration.rawValue)"
      )
    }
  }

  /// Returns the number of periods of a subscription that one price of an offer pays for, as a
  /// fraction; nil if the two cannot be compared.
  ///
  /// An offer of less than a period counts as a whole one, and a month as 31 days, so that every
  /// finding is right.
  private static func periods(
    of offer: WinBackOffer,
    in period: SubscriptionPeriod
  ) -> (count: Int, part: Int)? {
    guard offer.offerMode == .payUpFront else {
      return offer.duration.rawValue == period.rawValue ? (1, 1) : nil
    }
    switch (PeriodLength(offer.duration), PeriodLength(period)) {
    case (.months(let offered), .months(let regular)):
      return offered < regular ? (1, 1) : (offered, regular)
    case (.months(let offered), .days(let regular)): return (31 * offered, regular)
    case (.days, _): return (1, 1)
    }
  }

  /// Finds an offer of a billing plan that is not sold.
  func plan(of placed: PlacedOffer) -> [LintFinding] {
    guard placed.plan == "MONTHLY" else { return [] }
    let period = placed.subscription.subscriptionPeriod
    guard period == nil || period == .oneYear else {
      return [
        placed.finding(
          .planNotSold,
          at: .targetSubscriptionPlanType,
          "expected no offer of the plan MONTHLY, by which a subscription of ONE_YEAR is paid, "
            + "found one of \(period?.rawValue ?? "")"
        )
      ]
    }
    return placed.territories.enumerated().compactMap { index, territory in
      guard limits.storefrontsWithoutMonthlyPlan.contains(territory) else { return nil }
      return placed.finding(
        .planNotSold,
        at: .territories,
        element: placed.kind == .winBack ? index : nil,
        "expected a country or region in which the plan MONTHLY is sold, found "
          + "'\(territory.code)'"
      )
    }
  }
}
