import CEL

extension CatalogLinter {
  /// Finds terms that the App Store does not take: durations, territories, intents.
  func terms(of placed: PlacedOffer) -> [LintFinding] {
    duration(of: placed) + territories(of: placed) + prices(of: placed)
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
        at: variable.name,
        "expected \(known.quotedAlternatives), found '\(value)'\(suggestion)"
      )
    ]
  }

  private func duration(of placed: PlacedOffer) -> [LintFinding] {
    let offer = placed.offer
    func finding(_ variable: OfferVariable, _ message: String) -> [LintFinding] {
      [placed.finding(.durationAndMode, at: variable.name, message)]
    }
    guard offer.offerMode == .payAsYouGo else {
      if offer.periodCount != 1 {
        return finding(
          .periodCount,
          "expected one period of an offer that is \(offer.offerMode.phrase), found \(offer.periodCount)"
        )
      }
      guard offer.offerMode == .payUpFront, !limits.durationsUpFront.contains(offer.duration) else {
        return []
      }
      let known = limits.durationsUpFront.map(\.rawValue).joined(separator: ", ")
      return finding(
        .duration,
        "expected one of \(known) for an offer that is paid up front, found \(offer.duration.rawValue)"
      )
    }
    guard let period = placed.subscription.subscriptionPeriod else { return [] }
    guard offer.duration.rawValue == period.rawValue else {
      return finding(
        .duration,
        "expected \(period.rawValue) as the subscription has it, for an offer that is paid as it goes, "
          + "found \(offer.duration.rawValue)"
      )
    }
    let most = limits.longestPayAsYouGo(period)
    guard offer.periodCount > most else { return [] }
    return finding(
      .periodCount,
      "expected at most \(most) \(most == 1 ? "period" : "periods") of \(period.rawValue), "
        + "found \(offer.periodCount)"
    )
  }

  /// Finds prices that do not go with the mode of the offer, and texts that are no prices.
  private func prices(of placed: PlacedOffer) -> [LintFinding] {
    placed.offer.prices.enumerated().compactMap { index, price in
      guard let text = price.customerPrice else { return nil }
      let isFree = placed.offer.offerMode == .freeTrial
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
    var findings: [LintFinding] = []
    var seen: Set<Storefront> = []
    for (index, territory) in placed.offer.territories.enumerated() {
      func add(_ code: LintCode, _ message: String) {
        findings.append(
          placed.finding(code, at: OfferVariable.territories.name, element: index, message)
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
