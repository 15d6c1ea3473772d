import CalendarTime
package import WinBack

/// What an offer gives and asks for, in words for people who do not know App Store Connect's names.
package struct OfferTermsText {
  private let offer: WinBackOffer

  package init(_ offer: WinBackOffer) {
    self.offer = offer
  }

  /// The terms in a sentence without a full stop.
  package var text: String { "\(price); \(criteria); from \(dates)" }

  /// What the customer pays, and how long.
  private var price: String {
    let duration = offer.duration.words
    switch offer.offerMode {
    case .freeTrial: return "free for \(duration)"
    case .payUpFront: return "reduced price for \(duration), paid at the start"
    case .payAsYouGo:
      return offer.periodCount == 1
        ? "reduced price for \(duration)"
        : "reduced price for \(offer.periodCount) periods of \(duration)"
    }
  }

  /// Whom the offer is for.
  private var criteria: String {
    let paid = offer.customerEligibilityPaidSubscriptionDurationInMonths
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    let wait = offer.customerEligibilityWaitBetweenOffersInMonths.map {
      ", again after \($0.counted("month"))"
    }
    return "paid at least \(paid.counted("month")), away \(lapse.minimum) to "
      + lapse.maximum.counted("month") + (wait ?? "")
  }

  private var dates: String {
    "\(offer.startDate.day)" + (offer.endDate.map { " through \($0.day)" } ?? "")
  }
}

extension OfferDuration {
  /// The duration in words, such as `3 months`.
  fileprivate var words: String {
    switch self {
    case .threeDays: "3 days"
    case .oneWeek: "1 week"
    case .twoWeeks: "2 weeks"
    case .oneMonth: "1 month"
    case .twoMonths: "2 months"
    case .threeMonths: "3 months"
    case .sixMonths: "6 months"
    case .oneYear: "1 year"
    }
  }
}
