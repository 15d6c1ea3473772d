import WinBack

extension Dice {
  /// The life of a customer in a group, from the first purchase until long after the last one.
  mutating func life(in group: SubscriptionGroup, number: Int) -> Life {
    var story = Story(dice: self, group: group, number: number)
    story.tell()
    self = story.dice
    return story.life
  }
}

/// Tells a life, purchase by purchase.
private struct Story {
  typealias Milliseconds = Reference.Milliseconds

  /// What comes at the end of a period, or before it.
  private enum Turn {
    case renewal, cancellation, failedPayment, crossgrade, refund, refusedPrice, secondThought
  }

  var dice: Dice
  let group: SubscriptionGroup
  let number: Int
  var life: Life
  private var now: Milliseconds
  private var productId: String
  private var plan: String?
  private var price: Int64?

  init(dice: Dice, group: SubscriptionGroup, number: Int) {
    self.dice = dice
    self.group = group
    self.number = number
    life = Life(group: group.id)
    now =
      Reference.instant("2022-01-31") + Int64(self.dice.number(0...500)) * Reference.day
      + Int64(self.dice.number(0...86_399_999))
    productId = self.dice.pick(group.subscriptions).productId
    plan = self.dice.chance(10) ? "MONTHLY" : nil
    price = self.dice.pick([9990, 9990, nil])
  }

  mutating func tell() {
    let count = dice.pick([1, 2, 3, 4, 5, 6, 8, 10, 14, 20])
    buy("PURCHASE", created: now)
    while life.purchases.count < count { goOn() }
    cancel()
  }

  private var id: String { "\(number)0\(life.purchases.count)" }
  private var original: String { "\(number)00" }
  private var last: Life.Purchase { life.purchases[life.purchases.count - 1] }

  private func end(of start: Milliseconds) -> Milliseconds {
    switch productId.split(separator: ".").last {
    case "weekly": start + 7 * Reference.day
    case "yearly": Reference.add(months: 12, to: start)
    default: Reference.add(months: 1, to: start)
    }
  }

  // MARK: - Purchases

  private mutating func buy(
    _ reason: String,
    created: Milliseconds,
    expires: Milliseconds? = nil
  ) {
    var transaction = Transaction(
      transactionId: id,
      originalTransactionId: original,
      productId: productId,
      subscriptionGroupIdentifier: group.id,
      purchaseDate: TimelineDate(milliseconds: now),
      expiresDate: TimelineDate(milliseconds: expires ?? end(of: now)),
      transactionReason: reason,
      price: price,
      storefront: Storefront("USA"),
      billingPlanType: plan,
      originalPurchaseDate: life.purchases.first?.transaction.purchaseDate
        ?? TimelineDate(milliseconds: now),
      paymentNumber: life.purchases.count + 1
    )
    if expires == nil { discount(&transaction) }
    life.purchases.append(Life.Purchase(transaction: transaction, created: created))
    note(at: created, renews: true)
  }

  /// Makes some purchases ones with an offer: a trial, a win-back offer, a promotional one.
  private mutating func discount(_ transaction: inout Transaction) {
    let isFirst = life.purchases.isEmpty
    let isReturn = !isFirst && transaction.transactionReason == "PURCHASE"
    guard dice.chance(isFirst ? 40 : isReturn ? 60 : 10) else { return }
    transaction.offerType = isFirst ? 1 : isReturn ? 4 : 2
    if isReturn {
      let offers = group.subscriptions.first { $0.productId == productId }?.winBackOffers ?? []
      // Nobody redeems an offer before it starts.
      let started = offers.filter { $0.startDate.start(at: .utc).milliseconds <= now }
      transaction.offerIdentifier = dice.pick(started.map(\.offerId) + ["other"])
    }
    if dice.chance(50) {
      transaction.offerDiscountType = "FREE_TRIAL"
      transaction.price = price == nil ? nil : 0
      transaction.expiresDate = TimelineDate(
        milliseconds: dice.pick([now + 7 * Reference.day, Reference.add(months: 1, to: now)])
      )
    } else {
      transaction.offerDiscountType = dice.pick(["PAY_AS_YOU_GO", "PAY_UP_FRONT"])
      transaction.price = price == nil ? nil : 990
    }
  }

  /// Notes what the App Store says of the next renewal from an instant on.
  private mutating func note(
    at instant: Milliseconds,
    renews: Bool,
    intent: Int? = nil,
    isRetrying: Bool = false,
    grace: Milliseconds? = nil
  ) {
    let info = RenewalInfo(
      originalTransactionId: original,
      productId: last.transaction.productId,
      autoRenewStatus: renews ? 1 : 0,
      expirationIntent: intent,
      isInBillingRetryPeriod: isRetrying,
      gracePeriodExpiresDate: grace.map(TimelineDate.init(milliseconds:)),
      renewalDate: last.transaction.expiresDate
    )
    life.statuses.append(Life.Status(from: instant, info: info))
  }

  // MARK: - What comes next

  private mutating func goOn() {
    let turns: [Turn] =
      Array(repeating: .renewal, count: 11) + [.cancellation, .cancellation, .failedPayment]
      + [.failedPayment, .failedPayment, .crossgrade, .refund, .refusedPrice, .secondThought]
    switch dice.pick(turns) {
    case .renewal: renew()
    case .cancellation:
      cancel()
      comeBack(after: last.end)
    case .failedPayment: fail()
    case .crossgrade:
      now = last.start + Int64(dice.number(1...99)) * (last.end - last.start) / 100
      productId = dice.pick(group.subscriptions).productId
      buy("PURCHASE", created: now)
    case .refund: refund()
    case .refusedPrice:
      note(at: last.end, renews: false, intent: 3)
      comeBack(after: last.end)
    case .secondThought:
      let length = last.end - last.start
      note(at: last.start + length / 4, renews: false)
      life.choices.append(last.start + length / 2)
      note(at: last.start + length / 2, renews: true)
      renew()
    }
  }

  private mutating func renew() {
    now = last.end
    if dice.chance(10) { productId = dice.pick(group.subscriptions).productId }
    buy("RENEWAL", created: now - dice.pick([0, 3_600_000, Reference.day]))
  }

  private mutating func cancel() {
    note(at: last.start + (last.end - last.start) / Int64(dice.number(2...9)), renews: false)
    note(at: last.end, renews: false, intent: 1)
  }

  /// The payment fails; the store recovers it, or gives up, or the customer does.
  private mutating func fail() {
    let end = last.end
    life.purchases[life.purchases.count - 1].failsAtEnd = true
    let window = Int64(plan == "MONTHLY" ? 90 : 60) * Reference.day
    let graceLength = dice.pick([nil, nil, 6, 16]).map { Int64($0) * Reference.day }
    let grace = graceLength.map { end + $0 }
    note(at: end, renews: true, intent: 2, isRetrying: true, grace: grace)
    switch dice.number(1...5) {
    case 1, 2, 3:
      now = end + dice.pick([1, 3_600_000, window - 1, Int64(dice.number(1...59)) * Reference.day])
      let isInGrace = grace.map { now < $0 } ?? false
      buy("RENEWAL", created: now, expires: isInGrace ? self.end(of: end) : nil)
    case 4:
      note(at: end + window, renews: false, intent: 2, grace: grace)
      comeBack(after: end + window)
    default:
      let givesUp = end + Int64(dice.number(17...59)) * Reference.day
      life.choices.append(givesUp)
      note(at: givesUp, renews: false, intent: 1, grace: grace)
      comeBack(after: givesUp)
    }
  }

  /// The customer gets money back, during the period or after it.
  private mutating func refund() {
    let length = last.end - last.start
    let isLate = dice.chance(30)
    let refunded =
      isLate ? last.end + 20 * Reference.day : last.start + length / Int64(dice.number(2...9))
    if isLate { cancel() }
    let place = life.purchases.count - 1
    life.purchases[place].transaction.revocationDate = TimelineDate(milliseconds: refunded)
    life.purchases[place].transaction.revocationType =
      dice.pick([nil, "REFUND_FULL", "REFUND_PRORATED"])
    life.choices.append(refunded)
    note(at: refunded, renews: false, intent: 1)
    comeBack(after: max(refunded, last.end))
  }

  private mutating func comeBack(after instant: Milliseconds) {
    now = instant + Int64(dice.pick([1, 5, 20, 40, 59, 61, 70, 100, 200, 400])) * Reference.day
    if dice.chance(30) { productId = dice.pick(group.subscriptions).productId }
    buy("PURCHASE", created: now)
  }
}
