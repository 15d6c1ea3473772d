/// The kinds of findings, with the names that users disable and suppress.
package enum LintCode: String, Sendable, Hashable, CaseIterable {
  // What the App Store refuses.
  case paidDuration = "paid-duration"
  case lapseRange = "lapse-range"
  case lapseOrder = "lapse-order"
  case waitMonths = "wait-months"
  case dateOrder = "date-order"
  case shortRun = "short-run"
  case offerId = "offer-id"
  case referenceName = "reference-name"
  case referenceNameReused = "reference-name-reused"
  case durationAndMode = "duration-and-mode"
  case priceAndMode = "price-and-mode"
  case regularPrice = "regular-price"
  case introductoryTwice = "introductory-twice"
  case unknownTerritory = "unknown-territory"
  case noStorefront = "no-storefront"
  case territoryTwice = "territory-twice"
  case emptyTerritories = "empty-territories"
  case promotionIntent = "promotion-intent"
  case planType = "plan-type"
  case planNotSold = "plan-not-sold"
  case offersPerSubscription = "offers-per-subscription"
  case runningAtOnce = "running-at-once"

  // What has changed since the live catalog, although it is locked.
  case productMoved = "product-moved"
  case periodChanged = "period-changed"
  case startDatePassed = "start-date-passed"
  case lockedAtCreation = "locked-at-creation"
  case lockedAtStart = "locked-at-start"
  case offerIdUsed = "offer-id-used"
  case offerDeleted = "offer-deleted"

  // What can never be right.
  case neverEligible = "never-eligible"
  case singleInstant = "single-instant"
  case alwaysHidden = "always-hidden"
  case behindWinBack = "behind-win-back"
  case identicalOffers = "identical-offers"
  case containedOffer = "contained-offer"
  case shadowedOffer = "shadowed-offer"
  case tiedOffers = "tied-offers"
  case overlappingOffers = "overlapping-offers"
  case redeemableOnce = "redeemable-once"
  case lapseGap = "lapse-gap"

  package var severity: LintSeverity {
    switch self {
    case .paidDuration, .lapseRange, .lapseOrder, .waitMonths, .dateOrder, .shortRun, .offerId,
      .referenceName, .referenceNameReused, .introductoryTwice, .unknownTerritory, .promotionIntent,
      .planType, .offersPerSubscription, .runningAtOnce, .productMoved, .periodChanged,
      .startDatePassed, .lockedAtCreation, .lockedAtStart, .offerIdUsed, .neverEligible:
      .error
    case .durationAndMode, .priceAndMode, .regularPrice, .noStorefront, .territoryTwice,
      .emptyTerritories, .planNotSold, .offerDeleted, .singleInstant, .alwaysHidden,
      .behindWinBack, .identicalOffers:
      .warning
    case .containedOffer, .shadowedOffer, .tiedOffers, .overlappingOffers, .redeemableOnce,
      .lapseGap:
      .note
    }
  }
}

/// The severity of a finding.
public enum LintSeverity: String, Sendable, Hashable, CaseIterable {
  /// The App Store rejects it, or it has no effect.
  case error
  /// It is probably not intended.
  case warning
  /// It can be intended, and is useful to know.
  case note
}
