import CEL

extension CatalogLinter {
  /// Finds terms that the App Store does not accept: durations, territories, intents.
  func terms(of placed: PlacedOffer) -> [LintFinding] {
    duration(of: placed) + territories(of: placed) + prices(of: placed) + regularPrices(of: placed)
      + plan(of: placed)
      + choice(
        .promotionIntent,
        placed,
        .promotionIntent,
        placed.offer.promotionIntent,
        limits.promotionIntents
      )
      + choice(
        .planType,
        placed,
        .targetSubscriptionPlanType,
        placed.offer.targetSubscriptionPlanType,
        limits.planTypes
      )
  }

  private func choice(
    _ code: LintCode,
    _ placed: PlacedOffer,
    _ variable: OfferVariable,
    _ value: String?,
    _ known: [String]
  ) -> [LintFinding] {
    guard let value, !known.contains(value) else { return [] }
    // Of two words that are opposites, one without its NOT means the other one.
    let opposite = known.contains("NOT_\(value)") ? known.first { $0 != "NOT_\(value)" } : nil
    let nearest = opposite ?? nearestName(to: value, among: known)
    let suggestion = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return [
      placed.finding(
        code,
        at: variable,
        "expected \(known.quotedAlternatives), found '\(value)'\(suggestion)"
      )
    ]
  }

  private func duration(of placed: PlacedOffer) -> [LintFinding] {
    let offer = placed.offer
    let fault = durationFault(
      offer.offerMode,
      offer.duration,
      offer.periodCount,
      placed.subscription.subscriptionPeriod
    )
    return fault.map { fault in
      let variable = fault.isOfPeriods ? OfferVariable.periodCount : .duration
      return [placed.finding(.durationAndMode, at: variable, fault.message)]
    } ?? []
  }

  /// Returns why a duration does not go with a mode: whether the number of periods is at fault, or the
  /// duration of one.
  func durationFault(
    _ mode: OfferMode,
    _ duration: OfferDuration,
    _ periodCount: Int,
    _ period: SubscriptionPeriod?
  ) -> (isOfPeriods: Bool, message: String)? {
    guard mode == .payAsYouGo else {
      if periodCount != 1 {
        return (
          true, "expected one period of an offer that is \(mode.phrase), found \(periodCount)"
        )
      }
      guard mode == .payUpFront, !limits.durationsUpFront.contains(duration) else { return nil }
      let known = limits.durationsUpFront.map { $0.rawValue }.joined(separator: ", ")
      return (
        false,
        "expected one of \(known) for an offer that is paid up front, found \(duration.rawValue)"
      )
    }
    guard let period else { return nil }
    guard duration.rawValue == period.rawValue else {
      return (
        false,
        "expected \(period.rawValue) as the subscription has it, for a pay-as-you-go offer, "
          + "found \(duration.rawValue)"
      )
    }
    let most = limits.longestPayAsYouGo(period)
    guard periodCount > most else { return nil }
    return (
      true,
      "expected at most \(most) \(most == 1 ? "period" : "periods") of \(period.rawValue), "
        + "found \(periodCount)"
    )
  }

  /// Finds prices that do not go with the mode of the offer, and texts that are no prices.
  private func prices(of placed: PlacedOffer) -> [LintFinding] {
    let isFree = placed.offer.offerMode == .freeTrial
    let hasPrices = placed.offer.prices.contains { $0.customerPrice != nil }
    return placed.offer.prices.enumerated().compactMap { index, price in
      guard let text = price.customerPrice else {
        // Without any price, the catalog does not know prices.
        guard !isFree, hasPrices else { return nil }
        return placed.finding(
          .priceAndMode,
          at: "prices",
          element: index,
          "expected a price of an offer that is \(placed.offer.offerMode.phrase), found none in "
            + "\(price.territory.code)"
        )
      }
      let expected =
        switch price.amount {
        case nil: "a decimal number such as 4.99"
        case "0": isFree ? nil : "a price of an offer that is \(placed.offer.offerMode.phrase)"
        default: isFree ? "no price, or 0, of an offer that is free" : nil
        }
      return expected.map { expected in
        placed.finding(
          .priceAndMode,
          at: "prices",
          element: index,
          "expected \(expected), found '\(text)' in \(price.territory.code)"
        )
      }
    }
  }

  private func territories(of placed: PlacedOffer) -> [LintFinding] {
    guard !placed.offer.hasEmptyTerritories else {
      return [
        placed.finding(
          .emptyTerritories,
          at: .territories,
          "expected the territories of the offer, or no such key for an offer that exists everywhere, "
            + "found an empty list"
        )
      ]
    }
    var findings: [LintFinding] = []
    var seen: Set<Storefront> = []
    for (index, territory) in placed.offer.territories.enumerated() {
      func add(_ code: LintCode, _ message: String) {
        findings.append(
          placed.finding(code, at: .territories, element: index, message)
        )
      }
      if !seen.insert(territory).inserted {
        add(.territoryTwice, "expected each territory once, found '\(territory.code)' again")
      } else if !territory.isCountry {
        add(
          .unknownTerritory,
          "expected the ISO 3166-1 code of a country or region, found '\(territory.code)'"
            + (Storefront.nearest(to: territory.code).map { "; did you mean '\($0)'?" } ?? "")
        )
      } else if !limits.hasStorefront(territory) {
        add(
          .noStorefront,
          "expected a country or region with an App Store, found '\(territory.code)'"
        )
      }
    }
    return findings
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
