import CalendarTime

extension CatalogLinter {
  /// Finds months that the App Store does not accept.
  func criteria(of placed: PlacedOffer) -> [LintFinding] {
    var findings: [LintFinding] = []
    func add(_ code: LintCode, at variable: OfferVariable, _ message: String) {
      findings.append(placed.finding(code, at: variable, message))
    }
    let offer = placed.offer
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
    return findings
  }

  /// Finds dates that the App Store does not accept.
  func dates(of placed: PlacedOffer) -> [LintFinding] {
    guard let end = placed.offer.endDate?.day else { return [] }
    let start = placed.offer.startDate.day
    guard start <= end else {
      return [
        placed.finding(
          .dateOrder,
          at: .endDate,
          "expected an end on or after the start on \(start), found \(end)"
        )
      ]
    }
    let days = end.daysSinceEpoch - start.daysSinceEpoch + 1
    guard days < limits.shortestRunInDays else { return [] }
    return [
      placed.finding(
        .shortRun,
        at: .endDate,
        "expected an offer to run for \(limits.shortestRunInDays) days at least, "
          + "found \(start) to \(end), \(days) \(days == 1 ? "day" : "days")"
      )
    ]
  }
}

extension ClosedRange<Int> {
  /// The range as a person writes it.
  fileprivate var text: String { "\(lowerBound) to \(upperBound)" }
}
