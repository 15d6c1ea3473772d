import CEL
import WinBackAnalysis

extension WinBackOffer {
  /// The offer with one criterion changed, and what is changed.
  struct Variation {
    let offer: WinBackOffer
    let sentence: String
    /// The same as an edit, if it is one of a single attribute.
    var edit: OfferComparison.Edit?
    /// The storefronts in each of which a scenario must notice it; nil if one customer anywhere
    /// does.
    var storefronts: Set<Storefront>?
  }

  /// More months than any subscription lasts, for a bound that is dropped.
  private static let noBound = 1_200

  private static let year: Int64 = 365
  private static let decade: Int64 = 3_652

  var variations: [Variation] {
    let paid = customerEligibilityPaidSubscriptionDurationInMonths
    let lapse = customerEligibilityTimeSinceLastSubscribedInMonths
    var variations =
      months(.paidSubscriptionDuration, paid, dropped: 0) {
        $0.customerEligibilityPaidSubscriptionDurationInMonths = $1
      }
      + months(.timeSinceLastSubscribedMinimum, lapse.minimum, dropped: 0) {
        $0.customerEligibilityTimeSinceLastSubscribedInMonths.minimum = $1
      }
      + months(.timeSinceLastSubscribedMaximum, lapse.maximum, dropped: Self.noBound) {
        $0.customerEligibilityTimeSinceLastSubscribedInMonths.maximum = $1
      }
    if let wait = customerEligibilityWaitBetweenOffersInMonths {
      variations += months(.waitBetweenOffers, wait, dropped: nil) {
        $0.customerEligibilityWaitBetweenOffersInMonths = $1
      }
      variations.append(
        variation(.waitBetweenOffers, from: wait) {
          $0.customerEligibilityWaitBetweenOffersInMonths = nil
        }
      )
    } else {
      // The shortest wait that excludes a customer: scenarios that notice it notice each longer
      // one.
      let waits = AppStoreLimits().waits
      let wait = min(max(lapse.minimum + 1, waits.lowerBound), waits.upperBound)
      variations.append(
        variation(.waitBetweenOffers, to: wait) {
          $0.customerEligibilityWaitBetweenOffersInMonths = wait
        }
      )
    }
    variations += ([-1, 1] as [Int64]).map { days in
      let moved = startDate.moved(by: days)
      return variation(.startDate, from: startDate.day, to: moved.day) { $0.startDate = moved }
    }
    if let endDate {
      variations += ([-1, 1, Self.year] as [Int64]).map { days in
        let moved = endDate.moved(by: days)
        return variation(.endDate, from: endDate.day, to: moved.day) { $0.endDate = moved }
      }
      variations.append(variation(.endDate, from: endDate.day) { $0.endDate = nil })
    } else {
      variations += [Self.year, Self.decade].map { days in
        let end = startDate.moved(by: days)
        return variation(.endDate, to: end.day) { $0.endDate = end }
      }
    }
    return variations + territoryVariations
  }

  /// The variations of territories: scenarios must notice each removed and each added one.
  ///
  /// One variation represents the change of any single territory. The offer is nowhere or
  /// everywhere in it, so that a customer in each storefront that counts sees the same as if only
  /// that territory had changed.
  private var territoryVariations: [Variation] {
    let all = Set(Storefront.all)
    let known = territories.isEmpty ? all : all.intersection(territories)
    let nowhere = [Storefront("ZZZ")].compactMap(\.self)
    func single(_ sentence: String, _ changed: [Storefront], _ storefronts: Set<Storefront>)
      -> Variation
    {
      var variation = variation(sentence) { $0.territories = changed }
      variation.storefronts = storefronts
      return variation
    }
    guard !territories.isEmpty else {
      return [
        variation(.territories, to: "USA") {
          $0.territories = ["USA"].compactMap { Storefront($0) }
        },
        single("territories set to all but one", nowhere, known),
      ]
    }
    return [
      single("a territory removed", nowhere, known),
      single("a territory added", territories + Storefront.all, all.subtracting(known)),
      variation("territories dropped") { $0.territories = [] },
    ].filter { $0.storefronts?.isEmpty != true }
  }

  /// The criteria of another offer that reaches a part of the offer's customers: those who paid for
  /// longest, and those of one month at the start, in the middle and at the end of the range of
  /// months.
  ///
  /// Scenarios that notice the most paid months notice any number of them.
  var narrowings: [Variation] {
    var narrowings: [Variation] = []
    if let most = AppStoreLimits().paidDurations.last,
      customerEligibilityPaidSubscriptionDurationInMonths < most
    {
      narrowings.append(
        variation("for \(most) paid months") {
          $0.customerEligibilityPaidSubscriptionDurationInMonths = most
        }
      )
    }
    let lapse = customerEligibilityTimeSinceLastSubscribedInMonths
    guard lapse.minimum < lapse.maximum, lapse.maximum < Self.noBound else { return narrowings }
    let last = lapse.maximum - 1
    for month in Set([lapse.minimum, (lapse.minimum + last) / 2, last]).ordered() {
      narrowings.append(
        variation("for those \(month) to \(month + 1) months away") {
          $0.customerEligibilityTimeSinceLastSubscribedInMonths =
            MonthRange(minimum: month, maximum: month + 1)
        }
      )
    }
    return narrowings
  }

  private func months(
    _ criterion: OfferVariable,
    _ months: Int,
    dropped: Int?,
    _ change: (inout WinBackOffer, Int) -> Void
  ) -> [Variation] {
    let moved = [months - 1, months + 1].filter { (0...Self.noBound).contains($0) }
    var variations = moved.map { value in
      variation(criterion, from: months, to: value) { change(&$0, value) }
    }
    if let dropped, dropped != months, !moved.contains(dropped) {
      variations.append(variation(criterion, from: months) { change(&$0, dropped) })
    }
    return variations
  }

  /// Returns the offer with another value of an attribute; "none" is no value.
  private func variation(
    _ attribute: OfferVariable,
    from: some CustomStringConvertible = "none",
    to: some CustomStringConvertible = "none",
    _ change: (inout WinBackOffer) -> Void
  ) -> Variation {
    let edit = OfferComparison.Edit(attribute: attribute.name, from: "\(from)", to: "\(to)")
    var variation = variation(edit.sentence, change)
    variation.edit = edit
    return variation
  }

  private func variation(_ sentence: String, _ change: (inout WinBackOffer) -> Void) -> Variation {
    var offer = self
    change(&offer)
    return Variation(offer: offer, sentence: sentence)
  }
}

extension CatalogDate {
  /// Returns the date some days later, at the same time of day.
  fileprivate func moved(by days: Int64) -> CatalogDate {
    let milliseconds = days * Instant.millisecondsPerDay
    let moved = Instant(day).adding(milliseconds: milliseconds).date
    return switch self {
    case .day: .day(moved)
    case .instant(let instant, _): .instant(instant.adding(milliseconds: milliseconds), day: moved)
    }
  }
}
