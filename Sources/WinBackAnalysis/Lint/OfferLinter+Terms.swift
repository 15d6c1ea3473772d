import CEL

/// Checks of the terms of an offer, also against the sale of its subscription.
extension OfferLinter {
  mutating func choice(
    _ code: LintCode,
    at variable: OfferVariable,
    _ value: String?,
    _ known: [String]
  ) {
    guard let value, !known.contains(value) else { return }
    // If two words are opposites, one without its NOT means the other one.
    let opposite = known.contains("NOT_\(value)") ? known.first { $0 != "NOT_\(value)" } : nil
    let nearest = opposite ?? nearestName(to: value, among: known)
    let message = "expected \(known.quotedAlternatives), found '\(value)'"
    add(code, at: variable, message.suggesting(nearest))
  }

  /// Finds a duration or a number of periods that is wrong for the mode.
  mutating func duration() {
    let (mode, duration, count) = (placed.mode, placed.duration, placed.periodCount)
    let periods = placed.kind == .winBack ? OfferVariable.periodCount.name : "numberOfPeriods"
    guard mode == .payAsYouGo else {
      if count != 1 {
        add(
          .durationAndMode,
          at: placed.place.member(periods),
          "expected one period of an offer that is \(mode.phrase), found \(count)"
        )
      } else if mode == .payUpFront, !limits.durationsUpFront.contains(duration) {
        let known = limits.durationsUpFront.map { $0.rawValue }.joined(separator: ", ")
        add(
          .durationAndMode,
          at: .duration,
          "expected one of \(known) for an offer that is paid up front, found \(duration.rawValue)"
        )
      }
      return
    }
    guard let period = placed.subscription.subscriptionPeriod else { return }
    let most = limits.longestPayAsYouGo(period)
    if duration.rawValue != period.rawValue {
      add(
        .durationAndMode,
        at: .duration,
        "expected \(period.rawValue) as the subscription has it, for a pay-as-you-go offer, found "
          + duration.rawValue
      )
    } else if count > most {
      add(
        .durationAndMode,
        at: placed.place.member(periods),
        "expected at most \(most.counted("period")) of \(period.rawValue), found "
          + "\(count)"
      )
    }
  }

  mutating func add(_ code: LintCode, atPrice index: Int, _ message: String) {
    let price = placed.place.member("prices", element: index)
    add(code, at: price.member("customerPrice"), message)
  }

  /// Finds prices that are wrong for the mode of the offer, and texts that are no prices.
  mutating func prices() {
    let offer = placed.terms
    let (mode, isFree) = (offer.offerMode.phrase, offer.offerMode == .freeTrial)
    let hasPrices = offer.prices.contains { $0.customerPrice != nil }
    for (index, price) in offer.prices.enumerated() {
      let territory = price.territory.code
      guard let text = price.customerPrice else {
        // A catalog without any price does not have prices at all.
        guard !isFree, hasPrices else { continue }
        let message = "expected a price of an offer that is \(mode), found none in \(territory)"
        add(.priceAndMode, atPrice: index, message)
        continue
      }
      let expected =
        switch price.amount {
        case nil: "a decimal number such as 4.99"
        case "0": isFree ? nil : "a price of an offer that is \(mode)"
        default: isFree ? "no price, or 0, of an offer that is free" : nil
        }
      if let expected {
        let message = "expected \(expected), found '\(text)' in \(territory)"
        add(.priceAndMode, atPrice: index, message)
      }
    }
  }

  mutating func territories() {
    guard placed.winBack?.hasEmptyTerritories != true else {
      return add(
        .emptyTerritories,
        at: .territories,
        "expected the territories of the offer, or no such key for an offer that exists everywhere, "
          + "found an empty list"
      )
    }
    var seen: Set<Storefront> = []
    for (index, territory) in placed.territories.enumerated() {
      let code = territory.code
      let fault: (LintCode, String)? =
        if !seen.insert(territory).inserted {
          (.territoryTwice, "each territory once, found '\(code)' again")
        } else if !territory.isCountry {
          (
            .unknownTerritory,
            "the ISO 3166-1 code of a country or region, found '\(code)'"
              .suggesting(Storefront.nearest(to: code)?.code)
          )
        } else if !limits.hasStorefront(territory) {
          (.noStorefront, "a country or region with an App Store, found '\(code)'")
        } else {
          nil
        }
      if let fault { add(fault.0, at: .territories, element: index, "expected \(fault.1)") }
    }
  }

  // MARK: - The sale of the subscription

  /// Finds prices that are not lower than the price of the subscription in the same time.
  mutating func regularPrices() {
    let offer = placed.terms
    // Another billing plan has its own prices.
    guard offer.offerMode != .freeTrial, offer.targetSubscriptionPlanType != "MONTHLY",
      let period = placed.subscription.subscriptionPeriod,
      let periods = Self.periods(of: offer, in: period)
    else { return }
    let regular = Dictionary(keepingFirst: placed.subscription.prices.map { ($0.territory, $0) })
    for (index, price) in offer.prices.enumerated() {
      guard let full = regular[price.territory], let amount = full.amount,
        let most = full.tenThousandths?.multipliedReportingOverflow(by: Int64(periods.count)),
        let own = price.tenThousandths?.multipliedReportingOverflow(by: Int64(periods.part)),
        !most.overflow, !own.overflow, own.partialValue >= most.partialValue, most.partialValue > 0
      else { continue }
      add(
        .regularPrice,
        atPrice: index,
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
    of offer: SubscriptionOffer,
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
  mutating func plan() {
    guard placed.plan == "MONTHLY" else { return }
    let period = placed.subscription.subscriptionPeriod
    guard period == nil || period == .oneYear else {
      return add(
        .planNotSold,
        at: .targetSubscriptionPlanType,
        "expected no offer of the plan MONTHLY, by which a subscription of ONE_YEAR is paid, "
          + "found one of \(period?.rawValue ?? "")"
      )
    }
    for (index, territory) in placed.territories.enumerated()
    where limits.storefrontsWithoutMonthlyPlan.contains(territory) {
      add(
        .planNotSold,
        at: .territories,
        element: placed.kind == .winBack ? index : nil,
        "expected a country or region in which the plan MONTHLY is sold, found "
          + "'\(territory.code)'"
      )
    }
  }
}

extension OfferMode {
  fileprivate var phrase: String {
    switch self {
    case .freeTrial: "free"
    case .payUpFront: "paid up front"
    case .payAsYouGo: "paid as it goes"
    }
  }
}
