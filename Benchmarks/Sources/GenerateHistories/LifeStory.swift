/// Makes up customers, each from the seed and the customer's number alone.
struct LifeStory {
  let catalog: Catalog
  let seed: UInt64

  func customer(_ number: Int) -> Customer {
    var random = RandomSource(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    let storefront = storefront(from: &random)
    // Most storefronts are known from the transactions, some from the history, a few not at all.
    let known = random.next(below: 1000)
    let ownStorefront = known < 45 || (50..<200).contains(known) ? storefront : nil
    let transactionStorefront = known < 50 ? nil : storefront
    var customer = Customer(number: number, storefront: ownStorefront)
    // A subscription has at most 60 transactions and those of one offer more.
    let firstID = 2_000_000_100_000_000 + number * 256

    switch random.next(below: 1000) {
    case 0..<2:
      return customer
    case 2..<7:
      break
    case 7..<27:
      subscribe(&customer, to: 3..<4, firstID: firstID + 80, transactionStorefront, &random)
      customer.hasTwoGroups = true
      fallthrough
    default:
      subscribe(&customer, to: 0..<3, firstID: firstID, transactionStorefront, &random)
    }
    if customer.transactions.isEmpty || random.chance(perMille: 50) {
      share(with: &customer, firstID: firstID + 160, transactionStorefront, &random)
    }
    if random.chance(perMille: 10) {
      customer.consumablePurchaseDate = customer.transactions[0].purchaseDate + 3 * .day
    }
    if random.chance(perMille: 20) {
      repeatTransaction(of: &customer, &random)
    }
    if random.chance(perMille: 100) {
      random.shuffle(&customer.transactions)
    }
    return customer
  }

  private func subscribe(
    _ customer: inout Customer,
    to products: Range<Int>,
    firstID: Int,
    _ storefront: String?,
    _ random: inout RandomSource
  ) {
    let oldest = Milliseconds(year: 2019, month: 6, day: 1)
    let newest = SubscriptionStory.collected - 15 * .day
    var story = SubscriptionStory(
      catalog: catalog,
      products: products,
      firstID: firstID,
      storefront: storefront,
      random: RandomSource(seed: random.next())
    )
    let info = story.live(from: random.next(in: oldest / 1000...newest / 1000) * 1000)
    customer.transactions += story.transactions
    if random.chance(perMille: 900) {
      customer.renewals.append(info)
    }
  }

  private func storefront(from random: inout RandomSource) -> String {
    random.chance(perMille: 400)
      ? "USA" : Catalog.territories[random.next(below: Catalog.territories.count)]
  }

  /// A family member's subscription: it gives access, and nothing else.
  private func share(
    with customer: inout Customer,
    firstID: Int,
    _ storefront: String?,
    _ random: inout RandomSource
  ) {
    var start =
      SubscriptionStory.collected - random.next(in: 1...900) * .day
      - random.next(below: 86_400) * 1000
    for number in 0..<random.next(in: 1...8) where start < SubscriptionStory.collected {
      let end = start.adding(months: 1)
      customer.transactions.append(
        Transaction(
          id: firstID + number,
          originalID: firstID,
          product: 1,
          purchaseDate: start,
          expiresDate: end,
          signedDate: start + 5000,
          price: 0,
          storefront: storefront,
          isRenewal: number > 0,
          isShared: true
        )
      )
      start = end
    }
  }

  /// Adds what an older signature said of a transaction that was extended or refunded since.
  private func repeatTransaction(of customer: inout Customer, _ random: inout RandomSource) {
    var older = customer.transactions[random.next(below: customer.transactions.count)]
    older.signedDate -= 500
    if older.revocation == nil {
      older.expiresDate -= random.next(in: 0...7) * .day
    } else {
      older.revocation = nil
    }
    customer.transactions.append(older)
  }
}
