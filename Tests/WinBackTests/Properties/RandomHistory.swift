import WinBack

extension Dice {
  /// A customer of the catalog, whose events fall on, just before and just after what rules ask for.
  mutating func history(of catalog: Catalog, allowsTies: Bool) -> CustomerHistory {
    let namesGroup = chance(30)
    let groups = catalog.subscriptionGroups.filter { _ in chance(85) }
    var transactions: [Transaction] = []
    for (index, group) in groups.enumerated() {
      transactions += chain(in: group, number: index, namesGroup: namesGroup)
    }
    if chance(15) { dropTimes(&transactions) }
    if chance(15) { repeatSome(&transactions) }
    if !allowsTies { breakTies(&transactions) }
    return CustomerHistory(
      customerId: "c",
      storefront: storefront(),
      subscriptionGroupIdentifier: namesGroup && groups.count == 1 ? groups[0].id : nil,
      transactions: transactions.shuffled(using: &generator),
      renewalInfo: renewalInfo(of: transactions, allowsTies: allowsTies),
      gaps: chance(7)
        ? pick([.redemptions, .paidMonths, [.redemptions, .paidMonths], .otherPurchases]) : []
    )
  }

  mutating func storefront() -> Storefront? {
    Storefront(pick(["", "", "", "USA", "JPN", "DEU"]))
  }

  /// The transactions of one group, one after another, with all that can come between.
  private mutating func chain(
    in group: SubscriptionGroup,
    number chainNumber: Int,
    namesGroup: Bool
  ) -> [Transaction] {
    let offerIds = group.subscriptions.flatMap(\.winBackOffers).map(\.offerId) + ["other"]
    var purchased = Reference.instant(
      pick(["2023-01-31", "2023-12-31", "2024-01-01", "2024-02-29", "2023-08-31", "2023-11-30"])
    )
    purchased += pick([0, 0, 0, 86_399_999, 43_200_000, Int64(self.number(0...86_399_999))])
    var productId = pick(group.subscriptions).productId
    let usesAbsentIds = chance(10)
    // F14a: a chain can lack its first transaction.
    let original = "\(chainNumber)-\(chance(80) ? "00" : "before")"
    return (0..<pick([1, 2, 3, 4, 5, 6, 8, 12])).map { position in
      if chance(20) { productId = pick(group.subscriptions).productId }
      let expires = purchased + length(from: purchased)
      var transaction = Transaction(
        transactionId: usesAbsentIds && chance(60)
          ? nil : "\(chainNumber)-\(position == 0 ? 0 : pick([0, 0, 9]))\(position)",
        originalTransactionId: chance(80) ? original : nil,
        productId: chance(3) ? "unheard.of" : productId,
        subscriptionGroupIdentifier: namesGroup && chance(90) ? group.id : nil,
        purchaseDate: date(purchased),
        expiresDate: date(expires),
        signedDate: chance(20) ? date(purchased - pick([0, 0, 1, 2]) * Reference.day) : nil,
        type: pick([nil, nil, "Auto-Renewable Subscription"]),
        inAppOwnershipType: pick([nil, "PURCHASED", "PURCHASED"]),
        transactionReason: position == 0 && chance(80)
          ? "PURCHASE" : pick(["RENEWAL", "RENEWAL", "PURCHASE", nil]),
        price: pick([9990, 9990, 9990, nil, nil, 0]),
        storefront: storefront(),
        billingPlanType: pick([nil, nil, nil, "MONTHLY", "BILLED_UPFRONT"]),
        originalPurchaseDate: chance(5) ? date(purchased - pick([0, 300]) * Reference.day) : nil,
        paymentNumber: chance(5) ? position + pick([1, 1, 2]) : nil
      )
      if chance(25) { discount(&transaction, offerIds) }
      if chance(14) { revoke(&transaction, purchased, expires) }
      if chance(7) { transaction.inAppOwnershipType = pick(["FAMILY_SHARED", "ASSIGNED"]) }
      if chance(2) { transaction.type = "Non-Consumable" }
      purchased = max(expires, purchased) + gap(after: purchased, expires)
      return transaction
    }
  }

  private mutating func date(_ instant: Int64) -> TimelineDate {
    TimelineDate(Instant(milliseconds: instant))
  }

  /// The length of what is bought: a plan's, or one that is a millisecond off, or none at all.
  private mutating func length(from start: Int64) -> Int64 {
    let length =
      switch number(1...12) {
      case 1...7: Reference.add(months: pick([1, 1, 1, 2, 3, 6, 12]), to: start) - start
      case 8, 9: 7 * Reference.day
      case 10: pick([28, 30, 31, 62, 90]) * Reference.day
      case 11: Int64(number(1...400)) * Reference.day
      default: pick([0, 0, -1, -Reference.day, 1]) as Int64
      }
    return chance(10) ? length + pick([1, -1]) : length
  }

  /// What lies between one purchase's end and the next; negative for an upgrade before the end.
  private mutating func gap(after start: Int64, _ end: Int64) -> Int64 {
    switch number(1...20) {
    case 1...9: 0
    case 10: pick([1, -1])
    case 11, 12: 60 * Reference.day + pick([0, 0, 1, -1])
    case 13, 14:
      Reference.add(months: pick([1, 2, 3, 6, 7]), to: max(start, end)) - max(start, end)
    case 15, 16: (min(start, end) - end) / 2
    case 17: min(start, end) - end
    case 18: Int64(number(1...100)) * Reference.day
    case 19: -Int64(number(0...40)) * Reference.day
    default: pick([61, 90, 400]) * Reference.day
    }
  }

  private mutating func discount(_ transaction: inout Transaction, _ offerIds: [String]) {
    transaction.offerType = pick([1, 2, 3, 4, 4, 4, 4])
    transaction.offerIdentifier = pick(offerIds)
    transaction.offerDiscountType = pick([nil, "FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT"])
    transaction.price = pick([0, 990, nil])
  }

  private mutating func revoke(_ transaction: inout Transaction, _ start: Int64, _ end: Int64) {
    let instant = pick([
      start, start + 1, start - 1, start - 40 * Reference.day, (start + end) / 2, (start + end) / 2,
      end - 1, end, end + 1, end + 45 * Reference.day, end + 500 * Reference.day,
    ])
    transaction.revocationDate = date(instant)
    transaction.revocationType = pick([nil, nil, "REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE"])
  }
}
