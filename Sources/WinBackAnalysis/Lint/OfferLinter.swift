import CEL

/// Finds what is wrong with one offer.
struct OfferLinter {
  let placed: PlacedOffer
  let limits: AppStoreLimits
  private(set) var findings: [LintFinding] = []

  mutating func add(
    _ code: LintCode,
    at place: CatalogPlace? = nil,
    example: LintFinding.Example? = nil,
    _ message: String
  ) {
    findings.append(
      LintFinding(
        code: code,
        message: message,
        place: place ?? placed.place,
        productId: placed.subscription.productId,
        offerId: placed.terms.offerId,
        group: placed.key.group,
        example: example
      )
    )
  }

  mutating func add(
    _ code: LintCode,
    at variable: OfferVariable,
    element: Int? = nil,
    example: LintFinding.Example? = nil,
    _ message: String
  ) {
    let place = placed.place.member(variable.name, element: element)
    add(code, at: place, example: example, message)
  }

  /// Finds what the App Store does not accept.
  mutating func lint() {
    dates()
    duration()
    plan()
    territories()
    prices()
    regularPrices()
    choice(.planType, at: .targetSubscriptionPlanType, placed.plan, limits.planTypes)
    guard let offer = placed.winBack else { return }
    criteria(of: offer)
    identity(of: offer)
    choice(.promotionIntent, at: .promotionIntent, offer.promotionIntent, limits.promotionIntents)
  }

  /// Finds months that the App Store does not accept.
  private mutating func criteria(of offer: WinBackOffer) {
    let paid = offer.customerEligibilityPaidSubscriptionDurationInMonths
    if !limits.paidDurations.contains(paid) {
      add(
        .paidDuration,
        at: .paidSubscriptionDuration,
        "expected 1 to 24, 36, 48 or 60 months of paid service, found \(paid)"
      )
    }
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    for (variable, months, name) in [
      (OfferVariable.timeSinceLastSubscribedMinimum, lapse.minimum, "least"),
      (OfferVariable.timeSinceLastSubscribedMaximum, lapse.maximum, "most"),
    ] where !limits.lapses.contains(months) {
      add(
        .lapseRange,
        at: variable,
        "expected \(limits.lapses.text) months since last subscribed, found \(months) at \(name)"
      )
    }
    if lapse.minimum > lapse.maximum {
      add(
        .lapseOrder,
        at: .timeSinceLastSubscribedMinimum,
        "expected at most the maximum of \(lapse.maximum) months, found a minimum of \(lapse.minimum)"
      )
    }
    if let wait = offer.customerEligibilityWaitBetweenOffersInMonths, !limits.waits.contains(wait) {
      add(
        .waitMonths,
        at: .waitBetweenOffers,
        "expected \(limits.waits.text) months between offers, or none, found \(wait)"
      )
    }
  }

  private mutating func dates() {
    guard let end = placed.endDate?.day, let start = placed.startDate?.day else { return }
    guard start <= end else {
      let message = "expected an end on or after the start on \(start), found \(end)"
      return add(.dateOrder, at: .endDate, message)
    }
    let days = end.daysSinceEpoch - start.daysSinceEpoch + 1
    guard placed.kind == .winBack, days < limits.shortestRunInDays else { return }
    add(
      .shortRun,
      at: .endDate,
      "expected an offer to run for \(limits.shortestRunInDays) days at least, "
        + "found \(start) to \(end), \(Int(days).counted("day"))"
    )
  }

  /// Finds identifiers and names that the App Store does not accept.
  private mutating func identity(of offer: WinBackOffer) {
    let id = offer.offerId
    let (mostOfId, mostOfName) = (limits.offerIdLength, limits.referenceNameLength)
    if !limits.isOfferId(id) {
      let letters = "letters, digits, periods and underscores"
      add(.offerId, at: .offerId, "expected \(letters), found '\(id)'")
    } else if id.count > mostOfId {
      add(.offerId, at: .offerId, "expected at most \(mostOfId) characters, found \(id.count)")
    }
    guard let name = offer.referenceName else { return }
    let length = name.unicodeScalars.count
    if !limits.isReferenceName(name) || name.isEmpty {
      let letters = "letters, digits, spaces, periods and underscores"
      add(.referenceName, at: .referenceName, "expected \(letters), found '\(name)'")
    } else if length > mostOfName {
      let most = "at most \(mostOfName) characters"
      add(.referenceName, at: .referenceName, "expected \(most), found \(length)")
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var text: String { "\(lowerBound) to \(upperBound)" }
}
