import WinBack

extension LintCode {
  /// The page of a kind of what the App Store refuses; nil for the other kinds.
  var refusalPage: LintPage? {
    switch self {
    case .paidDuration:
      LintPage(
        "A paid duration that the App Store does not accept",
        "`customerEligibilityPaidSubscriptionDurationInMonths` is 1 to 24, 36, 48 or 60.",
        "Choose the nearest of these.",
        source: LintPage.attributes
      )
    case .lapseRange:
      LintPage(
        "A time since last subscribed that the App Store does not accept",
        "Both ends of `customerEligibilityTimeSinceLastSubscribedInMonths` are 1 to 24. An offer "
          + "cannot reach customers who left less than a month ago, or more than two years ago.",
        "Choose months from 1 to 24.",
        source: LintPage.attributes
      )
    case .lapseOrder:
      LintPage(
        "A minimum of the time since last subscribed above its maximum",
        "No time is at least the minimum and at most the maximum.",
        "Swap the two.",
        source: LintPage.attributes
      )
    case .waitMonths:
      LintPage(
        "A wait between offers that the App Store does not accept",
        "`customerEligibilityWaitBetweenOffersInMonths` is 2 to 24; leave it out for no wait.",
        "Choose months from 2 to 24, or leave it out.",
        source: LintPage.attributes
      )
    case .dateOrder:
      LintPage(
        "An offer that ends before it starts",
        "The end is the last day of the offer, so it is the day of the start or later.",
        "Change `startDate` or `endDate`.",
        source: LintPage.attributes
      )
    case .shortRun:
      LintPage(
        "An offer that runs for less than three days",
        "The shortest run is three days, the first and the last one included.",
        "Choose a later `endDate`.",
        source: LintPage.help
      )
    case .offerId:
      LintPage(
        "An offer id that the App Store does not accept",
        "An offer id has letters, digits, periods and underscores, and at most 100 of them.",
        "Choose another `offerId`; it cannot be changed later.",
        source: LintPage.help
      )
    case .referenceName:
      LintPage(
        "A reference name that the App Store does not accept",
        "A reference name has letters, digits, periods, underscores and spaces, and at most 65 of them.",
        "Choose another `referenceName`; it cannot be changed later.",
        source: LintPage.help
      )
    case .referenceNameReused:
      LintPage(
        "A reference name that two offers of a group have",
        "Reference names are unique in a subscription group.",
        "Choose another `referenceName` for one of the two.",
        source: "\(LintPage.help); \(LintPage.attributes)"
      )
    case .durationAndMode:
      LintPage(
        "A duration that does not fit the mode of the offer",
        "A pay-as-you-go offer has periods of the subscription's own length, for at most a year, "
          + "or twelve weeks. A pay-up-front offer lasts 1, 2, 3, 6 months or a year, and a free "
          + "trial 3 days to a year, both in one period. Apple documents this for introductory "
          + "offers; it is implied for win-back offers.",
        "Choose a `duration` and `periodCount` that fit the `offerMode`.",
        source: "App Store Connect Help, \"Set up introductory offers\""
      )
    case .priceAndMode:
      LintPage(
        "A price that does not fit the mode of the offer",
        "A free trial has no price, and every other offer has one. Prices are decimal numbers in "
          + "the currency of the storefront. Eligibility does not depend on them, but they are "
          + "locked after the offer was created.",
        "Correct the `customerPrice`, or choose another `offerMode`.",
        source: LintPage.attributes
      )
    case .regularPrice:
      LintPage(
        "A price that is no lower than that of the subscription",
        "Where the catalog tells what a period of the subscription costs (`prices`), an offer that is paid up front or as "
          + "it goes costs less in the same time. An offer for less than a period is compared with a whole one. Offers "
          + "of the billing plan `MONTHLY` are left out, since the plan has prices of its own.",
        "Correct the `customerPrice` before the offer is created: it is locked then.",
        source: "App Store Connect Help, \"Set up win-back offers\": a discounted price"
      )
    case .introductoryTwice:
      LintPage(
        "Two introductory offers at once in a storefront",
        "A subscription has one introductory offer at a time in a country or region, for each billing plan.",
        "Choose other dates or territories for one of them.",
        source: "App Store Connect Help, \"Set up introductory offers\""
      )
    case .unknownTerritory:
      LintPage(
        "A territory that is no country or region",
        "Territories are ISO 3166-1 alpha-3 codes, and `XKS` for Kosovo.",
        "Correct the code.",
        source: "App Store Connect API, `Territory`"
      )
    case .noStorefront:
      LintPage(
        "A territory without an App Store",
        "Apps are sold in 175 countries and regions. This territory is not one of them, or was "
          + "not when the list was made.",
        "Leave the territory out.",
        source: "App Store Connect Help, \"App Store countries and regions\""
      )
    case .territoryTwice:
      LintPage(
        "A territory that is listed twice",
        "An offer has one price in a territory.",
        "Leave one of the two out.",
        source: LintPage.creating
      )
    case .promotionIntent:
      LintPage(
        "A promotion intent that is not known",
        "It is `NOT_PROMOTED` or `USE_AUTO_GENERATED_ASSETS`.",
        "Correct the name.",
        source: LintPage.attributes
      )
    case .planType:
      LintPage(
        "A billing plan that is not known",
        "`targetSubscriptionPlanType` is `UPFRONT` or `MONTHLY`.",
        "Correct the name.",
        source: LintPage.attributes
      )
    case .planNotSold:
      LintPage(
        "An offer of a billing plan where the plan is not sold",
        "`MONTHLY` is the plan by which a subscription of one year is paid in twelve monthly payments. It is not sold in "
          + "the United States and in Singapore, and subscriptions of other periods do not have it.",
        "Leave the country or region out, or choose the plan `UPFRONT`.",
        source: "WWDC26 session 210"
      )
    case .offersPerSubscription:
      LintPage(
        "A subscription with more offers than the App Store accepts",
        "A subscription has at most 350 win-back offers.",
        "Delete offers that have ended.",
        source: LintPage.help
      )
    case .runningAtOnce:
      LintPage(
        "More offers at once than the App Store allows",
        "At most five offers of a subscription run at a time in a storefront. The message names the first day of "
          + "the sixth, the storefronts and the offers.",
        "Choose other dates or territories for one of them.",
        source: LintPage.help
      )
    default: nil
    }
  }
}
