import CEL
import WinBack

/// What an offer has to do with how its subscription is sold: at what price, and by which billing plan.
extension CatalogLinter {
  /// Finds prices that are no lower than what the subscription costs in the same time.
  func regularPrices(of placed: PlacedOffer) -> [LintFinding] {
    // Another billing plan has prices of its own.
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

  /// Returns how many periods of a subscription one price of an offer is for, as a fraction; nil where
  /// the two have nothing in common.
  ///
  /// An offer for less than a period is taken to be for a whole one, and a month to have 31 days, so that
  /// what is found is right.
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
    case (.months(let offered), .days(let regular)):
      return (31 * offered, regular)
    case (.days, _): return (1, 1)
    }
  }

  /// Finds an offer of a billing plan where the plan is not sold.
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
