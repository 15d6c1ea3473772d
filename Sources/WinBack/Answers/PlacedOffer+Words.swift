extension PlacedOffer {
  /// The terms and criteria in a sentence without a full stop, for people who do not know App Store
  /// Connect's names.
  package var words: String {
    [price, winBack.map(criteria(of:)), dates].compactMap { $0 }.joined(separator: "; ")
  }

  private var price: String {
    let duration = duration.words
    switch mode {
    case .freeTrial: return "free for \(duration)"
    case .payUpFront: return "reduced price for \(duration), paid at the start"
    case .payAsYouGo:
      return periodCount == 1
        ? "reduced price for \(duration)"
        : "reduced price for \(periodCount) periods of \(duration)"
    }
  }

  private func criteria(of offer: WinBackOffer) -> String {
    let paid = offer.customerEligibilityPaidSubscriptionDurationInMonths
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    let wait = offer.customerEligibilityWaitBetweenOffersInMonths.map {
      ", again after \($0.counted("month"))"
    }
    return "paid at least \(paid.counted("month")), away \(lapse.minimum) to "
      + lapse.maximum.counted("month") + (wait ?? "")
  }

  private var dates: String? {
    let days = [("from", startDate), ("through", endDate)].compactMap { word, date in
      date.map { "\(word) \($0.day)" }
    }
    return days.isEmpty ? nil : days.joined(separator: " ")
  }
}

extension OfferDuration {
  /// The duration in words, such as `3 months`.
  package var words: String {
    let (count, unit) = PeriodLength(self).inLargestUnit
    return count.counted(unit)
  }
}

extension PeriodLength {
  /// The period in the largest unit of which it is a whole number.
  package var inLargestUnit: (count: Int, unit: String) {
    switch self {
    case .months(let months): months % 12 == 0 ? (months / 12, "year") : (months, "month")
    case .days(let days): days % 7 == 0 ? (days / 7, "week") : (days, "day")
    }
  }
}
