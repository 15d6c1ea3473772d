import CEL

/// The limits of App Store Connect for a win-back offer, as far as Apple documents them.
///
/// Sources: "Set up win-back offers" in App Store Connect Help, and the attributes of
/// `WinBackOffer` in the App Store Connect API. Periods and payments are from the tables of
/// introductory offers, which have the same limits.
package struct AppStoreLimits: Sendable {
  package let paidDurations: [Int] = Array(1...24) + [36, 48, 60]
  package let lapses: ClosedRange<Int> = 1...24
  package let waits: ClosedRange<Int> = 2...24
  package let shortestRunInDays: Int64 = 3
  package let offersPerSubscription: Int = 350
  /// The most subscriptions or offers of a group that are compared with each other: ten times the
  /// accepted offers of one subscription.
  package let comparedOffersPerGroup: Int = 3_500
  package let offersRunningAtOnce: Int = 5
  package let offerIdLength: Int = 100
  package let referenceNameLength: Int = 65
  package let promotionIntents: [String] = ["NOT_PROMOTED", "USE_AUTO_GENERATED_ASSETS"]
  package let planTypes: [String] = ["UPFRONT", "MONTHLY"]
  /// The storefronts in which subscriptions of a year are not sold as twelve monthly payments.
  package let storefrontsWithoutMonthlyPlan: [Storefront] = ["USA", "SGP"].compactMap {
    Storefront($0)
  }
  package let durationsUpFront: [OfferDuration] = [
    .oneMonth, .twoMonths, .threeMonths, .sixMonths, .oneYear,
  ]

  package init() {}

  /// The allowed months of a criterion; empty if it does not count months.
  package func months(of variable: OfferVariable) -> [Int] {
    switch variable {
    case .paidSubscriptionDuration: paidDurations
    case .timeSinceLastSubscribedMinimum, .timeSinceLastSubscribedMaximum: Array(lapses)
    case .waitBetweenOffers: Array(waits)
    case .offerId, .productId, .referenceName, .offerMode, .duration, .periodCount, .startDate,
      .endDate, .priority, .promotionIntent, .targetSubscriptionPlanType, .territories, .type,
      .customerEligibilities, .isActive:
      []
    }
  }

  /// The most periods of an offer that is paid as you go: a year, or twelve weeks.
  package func longestPayAsYouGo(_ period: SubscriptionPeriod) -> Int {
    switch PeriodLength(period) {
    case .months(let months): 12 / max(1, months)
    case .days: 12
    }
  }

  package func isOfferId(_ text: String) -> Bool { text.utf8.allSatisfy(Self.isOfferIdByte) }

  package func isReferenceName(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: " ") || Self.isOfferIdByte($0) }
  }

  private static func isOfferIdByte(_ byte: UInt8) -> Bool {
    byte.isIdentifierPart || byte == UInt8(ascii: ".")
  }

  /// Returns whether apps are sold in a country or region; they are in 175.
  package func hasStorefront(_ storefront: Storefront) -> Bool {
    Storefront.byNumber.contains(storefront) && !Self.withoutApps.contains(storefront)
  }

  /// The storefronts that have a number, but in which apps are not sold.
  private static let withoutApps: [Storefront] = [
    "AND", "BGD", "CAF", "ETH", "GIN", "LIE", "MCO", "PSE", "WSM",
  ].compactMap { Storefront($0) }
}
