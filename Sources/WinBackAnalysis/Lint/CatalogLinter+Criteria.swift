import CalendarTime
import WinBack

extension CatalogLinter {
  /// Finds months that the App Store does not accept.
  func criteria(of placed: PlacedOffer) -> [LintFinding] {
    var findings: [LintFinding] = []
    func add(_ code: LintCode, at variable: OfferVariable, _ message: String) {
      findings.append(placed.finding(code, at: variable, message))
    }
    guard let offer = placed.winBack else { return [] }
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

  func dates(of placed: PlacedOffer) -> [LintFinding] {
    guard let end = placed.endDate?.day, let start = placed.startDate?.day else { return [] }
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
    guard placed.kind == .winBack, days < limits.shortestRunInDays else { return [] }
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
  fileprivate var text: String { "\(lowerBound) to \(upperBound)" }
}

extension CatalogLinter {
  /// Finds identifiers and names that the App Store does not accept.
  func identity(of placed: PlacedOffer) -> [LintFinding] {
    var findings: [LintFinding] = []
    func add(_ code: LintCode, at variable: OfferVariable, expected: String, found: String) {
      findings.append(placed.finding(code, at: variable, "expected \(expected), found \(found)"))
    }
    func most(_ length: Int) -> String { "at most \(length) characters" }
    guard let id = placed.winBack?.offerId else { return [] }
    let letters = "letters, digits, periods and underscores"
    if !limits.isOfferId(id) {
      add(.offerId, at: .offerId, expected: letters, found: "'\(id)'")
    } else if id.count > limits.offerIdLength {
      add(.offerId, at: .offerId, expected: most(limits.offerIdLength), found: "\(id.count)")
    }
    guard let name = placed.referenceName else { return findings }
    let length = name.unicodeScalars.count
    if !limits.isReferenceName(name) || name.isEmpty {
      let letters = "letters, digits, spaces, periods and underscores"
      add(.referenceName, at: .referenceName, expected: letters, found: "'\(name)'")
    } else if length > limits.referenceNameLength {
      let most = most(limits.referenceNameLength)
      add(.referenceName, at: .referenceName, expected: most, found: "\(length)")
    }
    return findings
  }

  func reusedNames(_ offers: [PlacedOffer]) -> [LintFinding] {
    var owners: [[String]: PlacedOffer] = [:]
    return offers.compactMap { placed in
      guard let name = placed.referenceName else { return nil }
      guard let owner = owners[[placed.key.group, name]] else {
        owners[[placed.key.group, name]] = placed
        return nil
      }
      return placed.finding(
        .referenceNameReused,
        at: .referenceName,
        "expected a name that no other offer of the group has, found the name of '\(owner.id)'"
      )
    }
  }
}
