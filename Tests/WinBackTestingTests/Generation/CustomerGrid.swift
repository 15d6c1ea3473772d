import WinBack

/// Customers at and around all that one offer asks for, on a grid.
struct CustomerGrid {
  /// A customer, and the instant at which they are looked at.
  typealias Visit = (history: CustomerHistory, now: Instant)

  /// The customers.
  let visits: [Visit]

  /// Creates the grid of an offer.
  ///
  /// - Parameters:
  ///   - offer: The offer.
  ///   - productId: The product that it is for.
  ///   - offers: The offers of which customers may have redeemed one.
  init(around offer: WinBackOffer, on productId: String, redeeming offers: [WinBackOffer]) {
    let day = Instant.millisecondsPerDay
    let start = Instant(offer.startDate.day)
    let end = offer.endDate.map { Instant($0.day).adding(milliseconds: day) }
    var instants = [start, start.adding(milliseconds: -1)]
    instants.append(end == nil ? start.adding(months: 30) : start.adding(months: 6))
    instants += [start.adding(milliseconds: -day), start.adding(months: 90)]
    if let end {
      instants += [-day, -1, 0, day, 364 * day].map { end.adding(milliseconds: $0) }
    }
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    let paid = offer.customerEligibilityPaidSubscriptionDurationInMonths
    var visits: [Visit] = []
    for now in instants {
      let ends = [lapse.minimum - 1, lapse.minimum, lapse.maximum, lapse.maximum + 1].flatMap {
        months in
        [Int64(0), 1].map { now.adding(months: -Int64(months)).adding(milliseconds: -$0) }
      }
      for end in ends where end <= now {
        func visit(_ paid: Int, _ storefront: String, _ redemption: Redemption? = nil) {
          let history = Self.history(productId, end, paid, storefront, redemption)
          visits.append((history, now))
        }
        for months in [paid - 1, paid, paid + 1] where months >= 0 { visit(months, "USA") }
        // Where and after what somebody asks matters little for when.
        guard now == instants[2] else { continue }
        for storefront in ["CAN", "GBR", "DEU", "FRA", "NOR", "JPN", "AUS", "BRA"] {
          visit(paid, storefront)
        }
        for redeemed in offers {
          let wait = Int64(redeemed.customerEligibilityWaitBetweenOffersInMonths ?? lapse.minimum)
          for months in [wait - 1, wait, wait + 1] {
            visit(paid + 1, "USA", (redeemed.offerId, now.adding(months: -months)))
            visit(paid + 1, "USA", (redeemed.offerId, end))
          }
        }
      }
    }
    self.visits = visits
  }

  /// An offer, and when its period ended.
  private typealias Redemption = (offerId: String, end: Instant)

  private static func history(
    _ product: String,
    _ end: Instant,
    _ paid: Int,
    _ storefront: String,
    _ redemption: Redemption?
  ) -> CustomerHistory {
    let start = end.adding(months: -Int64(paid))
    var periods = [(start: start, end: end, offer: String?.none)]
    if let redemption {
      if start < redemption.end, redemption.end < end {
        periods = [(start, redemption.end, redemption.offerId), (redemption.end, end, nil)]
      } else if redemption.end >= end {
        periods[0].offer = redemption.offerId
      } else {
        let before = redemption.end.adding(milliseconds: -3 * Instant.millisecondsPerDay)
        periods.insert((before, redemption.end, redemption.offerId), at: 0)
      }
    }
    return CustomerHistory(
      customerId: "c",
      storefront: Storefront(storefront),
      transactions: periods.enumerated().map { index, period in
        Transaction(
          transactionId: "\(index)",
          productId: product,
          purchaseDate: TimelineDate(period.start),
          expiresDate: TimelineDate(period.end),
          price: 990,
          offerType: period.offer == nil ? nil : 4,
          offerIdentifier: period.offer
        )
      },
      renewalInfo: [RenewalInfo(autoRenewStatus: 0, expirationIntent: 1)]
    )
  }
}
