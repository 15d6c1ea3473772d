extension StoryTeller {
  /// The prices where the catalog has none.
  private static let fullPrice: Int64 = 9_990
  private static let reducedPrice: Int64 = 4_990

  /// What an offer says of a purchase with it.
  struct OfferTerms {
    let type: Int
    let mode: OfferMode
    /// The identifier; nil for an offer that only the story describes.
    var id: String?
    var prices: [OfferPrice] = []
  }

  mutating func subscribe(
    to product: PlacedSubscription,
    on date: TimelineDate,
    _ stays: StoryLength?,
    _ offer: StoryOffer?
  ) throws(StoryError) {
    let paid = try count(of: stays, product, default: offer == nil ? 1 : 0)
    try begin(product, on: date)
    if let offer { try buy(offer, renewing: false) }
    try buy(paid, product.period, renewing: offer != nil)
  }

  mutating func buy(_ offer: StoryOffer, renewing: Bool) throws(StoryError) {
    let most = offer.mode == .payAsYouGo ? Self.transactionLimit : 1
    try require(offer.periods, atMost: most, at: .offer)
    let terms = OfferTerms(type: offer.type, mode: offer.mode)
    try buy(offer.periods, PeriodLength(offer.duration), renewing: renewing, terms)
  }

  private func require(_ count: Int, atMost most: Int, at detail: StoryDetail) throws(StoryError) {
    guard (1...most).contains(count) else {
      let bounds = most > 1 ? "1 to \(most) periods" : "1 period"
      throw error("expected \(bounds) of the offer, found \(count)", at: .detail(detail))
    }
  }

  mutating func redeem(
    _ id: String,
    on date: TimelineDate,
    _ stays: StoryLength?
  ) throws(StoryError) {
    let offer = try offer(id)
    let isNew = !chains.contains { $0.group == offer.key.group }
    if isNew, offer.kind != .offerCode {
      throw error("expected a customer who was subscribed before, found a new one")
    }
    let most = offer.terms.servicePeriods
    let count = if case .periods(let periods) = stays { periods } else { most }
    try require(count, atMost: most, at: .periods)
    let before = history
    try begin(try product(offer.subscription.productId), on: date)
    if offer.kind == engine.kind { try requireEligible(before, for: offer.key, on: date) }
    try buy(
      count,
      PeriodLength(offer.duration),
      renewing: false,
      OfferTerms(
        type: Int(offer.kind.transactionType),
        mode: offer.mode,
        id: offer.id,
        prices: offer.terms.prices
      )
    )
  }

  private mutating func begin(
    _ product: PlacedSubscription,
    on date: TimelineDate
  ) throws(StoryError) {
    if let index = chains.firstIndex(where: { $0.group == product.group.id }) {
      let end = serviceEnd(of: chains[index])
      guard end.instant <= date.instant else {
        throw error(
          "expected a date from \(end.text) on, when the current period is over, found "
            + "\(date.text); 'switch' and 'upgrade' change a subscription before",
          at: .detail(.on)
        )
      }
      chains[index].product = product
      chains[index].cycle = BillingCycle(startingOn: date)
      chains[index].outlook = .renews
      current = index
    } else {
      current = chains.endIndex
      chains.append(
        SubscriptionChain(
          group: product.group.id,
          originalTransactionId: String(transactions.count + 1),
          product: product,
          cycle: BillingCycle(startingOn: date),
          last: transactions.endIndex
        )
      )
    }
  }

  /// Buys a number of periods; all but the first one renew the subscription, or all of them do.
  mutating func buy(
    _ count: Int,
    _ length: PeriodLength,
    renewing: Bool,
    _ offer: OfferTerms? = nil
  ) throws(StoryError) {
    guard let current else { throw nothingOwned }
    for index in 0..<count {
      let chain = chains[current]
      chains[current].cycle.add(length)
      chains[current].last = transactions.endIndex
      var transaction = Transaction(
        transactionId: String(transactions.count + 1),
        originalTransactionId: chain.originalTransactionId,
        productId: chain.product.id,
        subscriptionGroupIdentifier: chain.group,
        purchaseDate: chain.cycle.end,
        expiresDate: chains[current].cycle.end,
        inAppOwnershipType: "PURCHASED",
        transactionReason: renewing || index > 0 ? "RENEWAL" : "PURCHASE",
        price: chain.product.subscription.prices.thousandths(in: storefront) ?? Self.fullPrice,
        storefront: storefront
      )
      if let offer {
        let price = offer.prices.thousandths(in: storefront) ?? Self.reducedPrice
        transaction.price = offer.mode == .freeTrial ? 0 : price
        transaction.offerType = offer.type
        transaction.offerIdentifier = offer.id
        transaction.offerDiscountType = offer.mode.rawValue
      }
      try append(transaction)
    }
  }

  mutating func share(
    _ product: PlacedSubscription,
    on date: TimelineDate,
    _ stays: StoryLength?,
    until end: TimelineDate?
  ) throws(StoryError) {
    if let end, end.instant < date.instant {
      throw error(
        "expected a date from \(date.text) on, when the access starts, found \(end.text)",
        at: .detail(.until)
      )
    }
    var cycle = BillingCycle(startingOn: date)
    let original = String(transactions.count + 1)
    for index in 0..<(try count(of: stays, product, default: 1)) {
      let start = cycle.end
      cycle.add(product.period)
      if let end, end.instant <= start.instant, index > 0 { break }
      let isCut = end.map { $0.instant < cycle.end.instant } ?? false
      try append(
        Transaction(
          transactionId: String(transactions.count + 1),
          originalTransactionId: original,
          productId: product.id,
          subscriptionGroupIdentifier: product.group.id,
          purchaseDate: start,
          expiresDate: cycle.end,
          revocationDate: isCut ? end : nil,
          inAppOwnershipType: "FAMILY_SHARED",
          transactionReason: index == 0 ? "PURCHASE" : "RENEWAL",
          storefront: storefront
        )
      )
    }
  }

  mutating func buyForLifetime(_ id: String, on date: TimelineDate) throws(StoryError) {
    guard engine.index.subscriptions[id] == nil else {
      throw error("expected a product that is not a subscription, found '\(id)' of the catalog")
    }
    try append(
      Transaction(
        transactionId: String(transactions.count + 1),
        productId: id,
        purchaseDate: date,
        expiresDate: date,
        type: "Non-Consumable",
        inAppOwnershipType: "PURCHASED",
        price: Self.fullPrice,
        storefront: storefront
      )
    )
  }

  private mutating func append(_ transaction: Transaction) throws(StoryError) {
    guard transactions.count < Self.transactionLimit else {
      throw error("expected a story of at most \(Self.transactionLimit) periods, found more")
    }
    guard transaction.purchaseDate.instant.isValid, transaction.expiresDate.instant.isValid else {
      throw error("expected a story within the years 0001 to 9999, found one that leaves them")
    }
    transactions.append(transaction)
  }
}
