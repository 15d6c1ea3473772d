/// What a customer does in one subscription group, from the first purchase on.
struct SubscriptionStory {
  /// How the latest subscription ended.
  private enum Ending {
    case running
    case cancelled
    case failedBilling
    case refusedPrice
    case refunded
  }

  /// The instant at which the histories were collected; nothing happens after it.
  static let collected = Milliseconds(year: 2026, month: 3, day: 1)
  private static let longest = 60

  let catalog: Catalog
  /// The products that this customer moves between.
  let products: Range<Int>
  let firstID: Int
  private(set) var transactions: [Transaction] = []

  private var random: RandomSource
  private var product: Int
  private var storefront: String?
  private let churnPerMille: Int
  /// The start of regular billing, and the billing periods since.
  private var anchor = 0
  private var periods = 0

  init(
    catalog: Catalog,
    products: Range<Int>,
    firstID: Int,
    storefront: String?,
    random: RandomSource
  ) {
    self.catalog = catalog
    self.products = products
    self.firstID = firstID
    self.storefront = storefront
    self.random = random
    product = products.lowerBound + self.random.next(below: products.count)
    // A few leave at once, a few stay for years: the tail of the histories is long.
    churnPerMille = [420, 260, 140, 70, 30, 12][self.random.next(below: 6)]
  }

  /// Subscribes, lapses and returns until the histories are collected.
  mutating func live(from signup: Milliseconds) -> RenewalInfo {
    var start = signup
    var ending = Ending.running
    repeat {
      subscribe(at: start)
      ending = renewUntilTheEnd()
      start = end + random.next(in: 5...30 * random.next(in: 1...25)) * .day
    } while ending != .running && start < Self.collected && transactions.count < Self.longest
      && random.chance(perMille: 400)
    return renewalInfo(ending)
  }

  private var end: Milliseconds {
    transactions.last?.expiresDate ?? 0
  }

  // MARK: Purchases

  private mutating func purchase(
    at start: Milliseconds,
    until end: Milliseconds,
    isRenewal: Bool,
    price: Int? = nil,
    offer: Transaction.AppliedOffer? = nil
  ) {
    transactions.append(
      Transaction(
        id: firstID + transactions.count,
        originalID: firstID,
        product: product,
        purchaseDate: start,
        expiresDate: end,
        signedDate: start + 1000 + random.next(below: 60_000),
        price: price ?? catalog.products[product].price,
        storefront: storefront,
        isRenewal: isRenewal,
        offer: offer
      )
    )
  }

  private mutating func subscribe(at start: Milliseconds) {
    let isFirst = transactions.isEmpty
    anchor = start
    periods = 0
    if isFirst, random.chance(perMille: 300) {
      anchor = start + 7 * .day
      purchase(
        at: start,
        until: anchor,
        isRenewal: false,
        price: 0,
        offer: .init(kind: .introductory, mode: .freeTrial)
      )
    } else if !isFirst, random.chance(perMille: 400), let offer = offerToRedeem(at: start) {
      redeem(offer, at: start)
    } else if random.chance(perMille: 120) {
      let kind: Transaction.AppliedOffer.Kind = isFirst ? .offerCode : .promotional
      renew(
        isRenewal: false,
        price: catalog.products[product].price / 2,
        offer: .init(kind: kind, id: "spring_half", mode: .payAsYouGo)
      )
    } else {
      renew(isRenewal: false)
    }
  }

  private mutating func renew(
    isRenewal: Bool = true,
    price: Int? = nil,
    offer: Transaction.AppliedOffer? = nil
  ) {
    let months = catalog.products[product].months
    let start = anchor.adding(months: periods * months)
    periods += 1
    purchase(
      at: start,
      until: anchor.adding(months: periods * months),
      isRenewal: isRenewal,
      price: price,
      offer: offer
    )
  }

  private mutating func offerToRedeem(at instant: Milliseconds) -> Offer? {
    let offers = catalog.products[product].offers
    let offer = offers[random.next(below: offers.count)]
    return offer.startDate <= instant ? offer : nil
  }

  private mutating func redeem(_ offer: Offer, at start: Milliseconds) {
    let applied = Transaction.AppliedOffer(kind: .winBack, id: offer.id, mode: offer.mode)
    switch offer.mode {
    case .freeTrial:
      anchor = offer.end(from: start)
      purchase(at: start, until: anchor, isRenewal: false, price: 0, offer: applied)
    case .payUpFront:
      anchor = offer.end(from: start)
      purchase(at: start, until: anchor, isRenewal: false, price: 4990, offer: applied)
    case .payAsYouGo:
      for period in 0..<offer.periodCount where period == 0 || end < Self.collected {
        renew(isRenewal: period > 0, price: 990, offer: applied)
      }
    }
  }

  // MARK: What happens at the end of a period

  private mutating func renewUntilTheEnd() -> Ending {
    while end < Self.collected {
      if transactions.count >= Self.longest || random.chance(perMille: churnNow) {
        return churn()
      }
      switch random.next(below: 1000) {
      case 0..<25:
        let recovered = end + random.next(in: 1...45) * .day
        guard recovered < Self.collected else {
          return .failedBilling
        }
        anchor = recovered
        periods = 0
        renew()
      case 25..<37:
        anchor = end
        periods = 0
        product = products.lowerBound + random.next(below: products.count)
        renew()
      case 37..<45 where product < products.upperBound - 1:
        upgrade()
      case 45..<50:
        refundLast()
        renew()
      case 50..<70:
        renewHoursEarly()
      default:
        renew()
      }
    }
    return .running
  }

  private var churnNow: Int {
    catalog.products[product].months == 1 ? churnPerMille : min(3 * churnPerMille, 700)
  }

  private mutating func churn() -> Ending {
    switch random.next(below: 1000) {
    case 0..<680:
      return .cancelled
    case 680..<880:
      return .failedBilling
    case 880..<920:
      return .refusedPrice
    default:
      refundLast()
      return .refunded
    }
  }

  private mutating func upgrade() {
    let last = transactions.count - 1
    let length = transactions[last].expiresDate - transactions[last].purchaseDate
    anchor = transactions[last].purchaseDate + random.next(in: length / 10...length)
    periods = 0
    transactions[last].isUpgraded = true
    product = products.upperBound - 1
    renew(isRenewal: false)
  }

  private mutating func refundLast() {
    let last = transactions.count - 1
    let purchase = transactions[last].purchaseDate
    transactions[last].revocation = random.chance(perMille: 300) ? .prorated : .full
    let date = min(purchase + random.next(in: 0...45 * 24) * (.day / 24), Self.collected)
    transactions[last].revocationDate = date
    transactions[last].signedDate = date + 1000
  }

  private mutating func renewHoursEarly() {
    renew()
    transactions[transactions.count - 1].purchaseDate -= random.next(in: 1...23) * (.day / 24)
  }

  // MARK: Renewal info

  private mutating func renewalInfo(_ ending: Ending) -> RenewalInfo {
    var info = RenewalInfo(
      originalID: firstID,
      product: product,
      renewalDate: end,
      renewsAutomatically: false
    )
    switch ending {
    case .running:
      info.renewsAutomatically = random.chance(perMille: 850)
    case .cancelled:
      info.expirationIntent = 1
    case .refusedPrice:
      info.expirationIntent = 3
    case .refunded:
      info.expirationIntent = 5
    case .failedBilling:
      // Some snapshots are stale and still call a retry that is long over under way.
      let retries = end + 60 * .day > Self.collected || random.chance(perMille: 50)
      info.expirationIntent = 2
      info.isInBillingRetry = retries
      info.renewsAutomatically = retries
      info.gracePeriodExpiresDate = random.chance(perMille: 500) ? end + 16 * .day : nil
    }
    return info
  }
}
