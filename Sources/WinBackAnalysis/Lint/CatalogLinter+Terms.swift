import CEL
import WinBack

extension CatalogLinter {
  /// Finds terms that the App Store does not accept: durations, territories, intents.
  func terms(of placed: PlacedOffer) -> [LintFinding] {
    duration(of: placed) + territories(of: placed) + prices(of: placed) + regularPrices(of: placed)
      + plan(of: placed)
      + choice(
        .promotionIntent,
        placed,
        .promotionIntent,
        placed.winBack?.promotionIntent,
        limits.promotionIntents
      )
      + choice(
        .planType,
        placed,
        .targetSubscriptionPlanType,
        placed.winBack?.targetSubscriptionPlanType,
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
    // If two words are opposites, one without its NOT means the other one.
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

  /// Finds a duration or a number of periods that is wrong for the mode.
  private func duration(of placed: PlacedOffer) -> [LintFinding] {
    let (mode, duration, count) = (placed.mode, placed.duration, placed.periodCount)
    func finding(at member: String, _ expected: String, found: String) -> [LintFinding] {
      [placed.finding(.durationAndMode, at: member, "expected \(expected), found \(found)")]
    }
    let periods = placed.kind == .introductory ? "numberOfPeriods" : OfferVariable.periodCount.name
    guard mode == .payAsYouGo else {
      if count != 1 {
        return finding(
          at: periods,
          "one period of an offer that is \(mode.phrase)",
          found: "\(count)"
        )
      }
      guard mode == .payUpFront, !limits.durationsUpFront.contains(duration) else { return [] }
      let known = limits.durationsUpFront.map { $0.rawValue }.joined(separator: ", ")
      return finding(
        at: OfferVariable.duration.name,
        "one of \(known) for an offer that is paid up front",
        found: duration.rawValue
      )
    }
    guard let period = placed.subscription.subscriptionPeriod else { return [] }
    guard duration.rawValue == period.rawValue else {
      return finding(
        at: OfferVariable.duration.name,
        "\(period.rawValue) as the subscription has it, for a pay-as-you-go offer",
        found: duration.rawValue
      )
    }
    let most = limits.longestPayAsYouGo(period)
    guard count > most else { return [] }
    return finding(
      at: periods,
      "at most \(most) \(most == 1 ? "period" : "periods") of \(period.rawValue)",
      found: "\(count)"
    )
  }

  /// Finds prices that are wrong for the mode of the offer, and texts that are no prices.
  private func prices(of placed: PlacedOffer) -> [LintFinding] {
    let isFree = placed.mode == .freeTrial
    let hasPrices = placed.prices.contains { $0.customerPrice != nil }
    return placed.prices.enumerated().compactMap { index, price in
      guard let text = price.customerPrice else {
        // A catalog without any price does not have prices at all.
        guard !isFree, hasPrices else { return nil }
        return placed.finding(
          .priceAndMode,
          at: "prices",
          element: index,
          "expected a price of an offer that is \(placed.mode.phrase), found none in "
            + "\(price.territory.code)"
        )
      }
      let expected =
        switch price.amount {
        case nil: "a decimal number such as 4.99"
        case "0": isFree ? nil : "a price of an offer that is \(placed.mode.phrase)"
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
    guard let offer = placed.winBack else { return [] }
    guard !offer.hasEmptyTerritories else {
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
    for (index, territory) in offer.territories.enumerated() {
      func add(_ code: LintCode, _ message: String) {
        findings.append(placed.finding(code, at: .territories, element: index, message))
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
