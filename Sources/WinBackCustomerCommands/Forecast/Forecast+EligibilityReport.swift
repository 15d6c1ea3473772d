import WinBackCommandLine

extension Forecast {
  private static let notInReport = [
    "rows of fewer than five customers, which Apple leaves out: there can be more",
    "days: months are whole, rounded down, so customers at an offer's maximum are undetermined",
    "which win-back offer was redeemed: customers who redeemed any within an offer's wait are "
      + "undetermined",
    "the most recent run of payments: Apple counts the paid months that a customer accumulated, so "
      + "there can be fewer",
    "access by Family Sharing, and everything else that rules ask for: there can be fewer",
  ]

  /// Creates the forecast of the offers whose products are known from Apple's Win-back Eligibility report,
  /// at its date, and months later if nobody comes back.
  ///
  /// It compares what the report counts customers by with the criteria, territories and dates of each
  /// offer; rules are not asked, for there is no customer to ask them about.
  ///
  /// - Complexity: O(*r* · *o* · *d*) for *r* rows, *o* offers of a product and *d* dates.
  init(
    of engine: EligibilityEngine,
    by report: EligibilityReport,
    _ products: ReportedProducts,
    at dates: AudienceDates,
    tellsStorefronts: Bool
  ) {
    let offers = engine.placedOffers
    let zone = engine.policies.facts.timeZone
    var audience = AudienceForecast(
      dates,
      offerCount: offers.count,
      tellsStorefronts: tellsStorefronts
    )
    var known: Set<Int> = []
    for (index, placed) in offers.enumerated() {
      guard let id = products.appleIds[placed.subscription.productId], let offer = placed.winBack
      else { continue }
      known.insert(index)
      // The dates at which the offer is live (T4).
      let start = dates.index(from: offer.startDate.start(at: zone))
      let end = offer.endDate.map { dates.index(from: $0.endOfDay(at: zone)) }
      let live = start..<max(start, end ?? dates.instants.count)
      for row in products.rows[id] ?? [] { audience.add(row, offer, at: index, live) }
    }
    self.init(
      audience,
      of: engine,
      customers: report.rows.reduce(0) { $0 + $1.customers },
      offers: known,
      notTold: Self.notInReport
    )
  }
}

extension AudienceForecast {
  /// Adds the customers of a row, a stretch of months with one verdict at a time.
  fileprivate mutating func add(
    _ row: EligibilityReport.Row,
    _ offer: WinBackOffer,
    at index: Int,
    _ live: Range<Int>
  ) {
    var start = live.lowerBound
    while start < live.upperBound {
      let meets = row.meetsCriteria(of: offer, monthsLater: start)
      var end = start + 1
      while end < live.upperBound, row.meetsCriteria(of: offer, monthsLater: end) == meets {
        end += 1
      }
      if meets != false {
        let stretch = VerdictStretch(
          offer: index,
          isEligible: meets == true,
          from: dates.instants[start],
          through: end < dates.instants.count
            ? dates.instants[end].adding(milliseconds: -1) : dates.range.upperBound,
          storefront: row.storefront
        )
        _ = add(stretch, of: row.customers)
      }
      start = end
    }
  }
}

/// Which subscriptions of Apple's Win-back Eligibility report are which products of a catalog.
///
/// The report has a subscription's numeric Apple ID and its reference name; catalogs have product
/// identifiers and, where they are kept, reference names.
struct ReportedProducts {
  private(set) var appleIds: [String: String] = [:]
  private(set) var unknown: [String] = []
  /// The rows of each subscription, by its Apple ID.
  let rows: [String: [EligibilityReport.Row]]

  /// The subscriptions of the report, for messages.
  let subscriptions: String

  /// Determines which subscriptions are which products, by their names.
  init(_ report: EligibilityReport, _ catalog: Catalog) {
    rows = Dictionary(grouping: report.rows, by: \.subscriptionAppleId)
    let names = rows.compactMapValues(\.first)
    subscriptions =
      names.isEmpty
      ? "none"
      : names.ordered { $0.key < $1.key }.prefix(8)
        .map { id, row in "'\(row.subscriptionName.printable)' (\(id.printable))" }
        .joined(separator: ", ") + (names.count > 8 ? " and more" : "")
    for group in catalog.subscriptionGroups {
      for subscription in group.subscriptions where !subscription.winBackOffers.isEmpty {
        let product = subscription.productId
        let sameName = names.filter { _, known in
          known.subscriptionGroupIdentifier == group.id
            && [subscription.referenceName, product].contains(known.subscriptionName)
        }
        // Two of one name cannot be told apart.
        if sameName.count == 1, let id = sameName.first?.key {
          appleIds[product] = id
        } else {
          unknown.append(product)
        }
      }
    }
  }
}
