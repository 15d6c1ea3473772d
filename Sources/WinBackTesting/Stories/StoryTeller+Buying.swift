import CalendarTime
import WinBack

extension StoryTeller {
  private static let fullPrice: Int64 = 9_990
  private static let reducedPrice: Int64 = 4_990

  mutating func subscribe(
    to product: StoryCatalog.Product,
    on date: TimelineDate,
    _ stays: StoryLength?,
    _ freeTrial: OfferDuration?
  ) throws(StoryError) {
    let paid = try count(of: stays, product, default: freeTrial == nil ? 1 : 0)
    try begin(product, on: date)
    if let freeTrial {
      try buy(PeriodLength(freeTrial), .trial)
    } else {
      try buy(product.period, .purchase)
    }
    for _ in 0..<(freeTrial == nil ? paid - 1 : paid) { try buy(product.period, .renewal) }
  }

  mutating func redeem(
    _ id: String,
    on date: TimelineDate,
    _ periods: Int?
  ) throws(StoryError) {
    let group = current.map { chains[$0].group }
    guard let known = catalog.offer(id, in: group) else {
      throw unknown("an offer", id, among: catalog.offerIds)
    }
    guard chains.contains(where: { $0.group == known.product.group }) else {
      throw error("expected a customer who was subscribed before, found a new one")
    }
    let offer = known.offer
    let most = offer.servicePeriods
    let count = periods ?? most
    guard (1...most).contains(count) else {
      let bounds = most > 1 ? "1 to \(most) periods" : "1 period"
      throw error("expected \(bounds) of the offer, found \(count)", at: .detail(.periods))
    }
    let before = history
    try begin(known.product, on: date)
    try requireEligible(before, for: known, on: date)
    for index in 0..<count {
      try buy(PeriodLength(offer.duration), .winBack(offer, isFirst: index == 0))
    }
  }

  /// Starts or takes up the subscription of a product's group on a date.
  private mutating func begin(
    _ product: StoryCatalog.Product,
    on date: TimelineDate
  ) throws(StoryError) {
    if let index = chains.firstIndex(where: { $0.group == product.group }) {
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
          group: product.group,
          originalTransactionId: String(transactions.count + 1),
          product: product,
          cycle: BillingCycle(startingOn: date),
          last: transactions.endIndex
        )
      )
    }
  }

  /// How a period is bought.
  enum PurchaseKind {
    case purchase
    case renewal
    case trial
    case winBack(WinBackOffer, isFirst: Bool)
  }

  /// Buys the next period of the current subscription.
  mutating func buy(_ length: PeriodLength, _ kind: PurchaseKind) throws(StoryError) {
    guard let current else { throw nothingOwned }
    let chain = chains[current]
    let start = chain.cycle.end
    chains[current].cycle.add(length)
    var transaction = Transaction(
      transactionId: String(transactions.count + 1),
      originalTransactionId: chain.originalTransactionId,
      productId: chain.product.id,
      subscriptionGroupIdentifier: chain.group,
      purchaseDate: start,
      expiresDate: chains[current].cycle.end,
      inAppOwnershipType: "PURCHASED",
      transactionReason: "PURCHASE",
      price: Self.fullPrice,
      storefront: storefront
    )
    switch kind {
    case .purchase: break
    case .renewal: transaction.transactionReason = "RENEWAL"
    case .trial:
      transaction.price = 0
      transaction.offerType = 1
      transaction.offerDiscountType = OfferMode.freeTrial.rawValue
    case .winBack(let offer, let isFirst):
      transaction.transactionReason = isFirst ? "PURCHASE" : "RENEWAL"
      transaction.price = offer.offerMode == .freeTrial ? 0 : Self.reducedPrice
      transaction.offerType = 4
      transaction.offerIdentifier = offer.offerId
      transaction.offerDiscountType = offer.offerMode.rawValue
    }
    chains[current].last = transactions.endIndex
    try append(transaction)
  }

  mutating func share(
    _ product: StoryCatalog.Product,
    on date: TimelineDate,
    _ stays: StoryLength?
  ) throws(StoryError) {
    var cycle = BillingCycle(startingOn: date)
    let original = String(transactions.count + 1)
    for index in 0..<(try count(of: stays, product, default: 1)) {
      let start = cycle.end
      cycle.add(product.period)
      try append(
        Transaction(
          transactionId: String(transactions.count + 1),
          originalTransactionId: original,
          productId: product.id,
          subscriptionGroupIdentifier: product.group,
          purchaseDate: start,
          expiresDate: cycle.end,
          inAppOwnershipType: "FAMILY_SHARED",
          transactionReason: index == 0 ? "PURCHASE" : "RENEWAL",
          storefront: storefront
        )
      )
    }
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
