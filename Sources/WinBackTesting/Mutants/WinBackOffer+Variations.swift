import CalendarTime
import WinBack

extension WinBackOffer {
  /// The offer with one criterion changed, and what is changed.
  struct Variation {
    let offer: WinBackOffer
    let sentence: String
  }

  /// More months than any subscription lasts, for a bound that is dropped.
  private static let noBound = 1_200

  /// All variations of the offer.
  var variations: [Variation] {
    let lapse = customerEligibilityTimeSinceLastSubscribedInMonths
    var variations =
      months(
        "customerEligibilityPaidSubscriptionDurationInMonths",
        customerEligibilityPaidSubscriptionDurationInMonths,
        dropped: 0
      ) { $0.customerEligibilityPaidSubscriptionDurationInMonths = $1 }
      + months(
        "customerEligibilityTimeSinceLastSubscribedInMonths.minimum",
        lapse.minimum,
        dropped: 0
      ) { $0.customerEligibilityTimeSinceLastSubscribedInMonths.minimum = $1 }
      + months(
        "customerEligibilityTimeSinceLastSubscribedInMonths.maximum",
        lapse.maximum,
        dropped: Self.noBound
      ) { $0.customerEligibilityTimeSinceLastSubscribedInMonths.maximum = $1 }
    if let wait = customerEligibilityWaitBetweenOffersInMonths {
      let name = "customerEligibilityWaitBetweenOffersInMonths"
      variations += months(name, wait, dropped: nil) {
        $0.customerEligibilityWaitBetweenOffersInMonths = $1
      }
      variations.append(
        variation("\(name) \(wait) dropped") { offer in
          offer.customerEligibilityWaitBetweenOffersInMonths = nil
        }
      )
    }
    variations += ([-1, 1] as [Int64]).map { days in
      let moved = startDate.moved(by: days)
      return variation("startDate \(startDate.day) → \(moved.day)") { $0.startDate = moved }
    }
    if let endDate {
      variations += ([-1, 1] as [Int64]).map { days in
        let moved = endDate.moved(by: days)
        return variation("endDate \(endDate.day) → \(moved.day)") { $0.endDate = moved }
      }
      variations.append(variation("endDate \(endDate.day) dropped") { $0.endDate = nil })
    }
    return variations + territoryVariations
  }

  private var territoryVariations: [Variation] {
    guard !territories.isEmpty else { return [] }
    let all = variation("territories dropped") { $0.territories = [] }
    let known = Set(territories)
    // Without its last territory an offer would be everywhere.
    guard known.count > 1 else { return [all] }
    return known.sorted().map { territory in
      variation("territory \(territory) removed") { offer in
        offer.territories.removeAll { $0 == territory }
      }
    } + [all]
  }

  private func months(
    _ name: String,
    _ months: Int,
    dropped: Int?,
    _ change: (inout WinBackOffer, Int) -> Void
  ) -> [Variation] {
    let moved = [months - 1, months + 1].filter { (0...Self.noBound).contains($0) }
    var variations = moved.map { value in
      variation("\(name) \(months) → \(value)") { change(&$0, value) }
    }
    if let dropped, dropped != months, !moved.contains(dropped) {
      variations.append(variation("\(name) \(months) dropped") { change(&$0, dropped) })
    }
    return variations
  }

  private func variation(
    _ sentence: String,
    _ change: (inout WinBackOffer) -> Void
  ) -> Variation {
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
    case .instant(let instant, _):
      .instant(instant.adding(milliseconds: milliseconds), day: moved)
    }
  }
}
