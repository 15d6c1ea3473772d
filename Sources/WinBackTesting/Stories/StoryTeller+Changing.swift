extension StoryTeller {
  mutating func renew(_ count: Int, on date: StoryDate?, _ offer: StoryOffer?) throws(StoryError) {
    let least = offer == nil ? 1 : 0
    guard (least...Self.transactionLimit).contains(count) else {
      throw error("expected \(least) to \(Self.transactionLimit) renewals, found \(count)")
    }
    guard let current else { throw nothingOwned }
    let chain = chains[current]
    switch (chain.outlook, date) {
    case (.unpaid, let date?):
      let paid = try day(date)
      let end = chain.cycle.end
      guard end.instant <= paid.instant else {
        throw error(
          "expected the date of a late payment, from \(end.text) on, found \(paid.text)",
          at: .detail(.on)
        )
      }
      chains[current].cycle = BillingCycle(startingOn: paid)
    case (.unpaid(graceEnd: nil), nil): throw error("expected 'on', the date of the late payment")
    case (.unpaid, nil): break
    case (_, .some):
      _ = try requireRenewing()
      throw error(
        "expected no date: the subscription renews where its period ends, \(chain.cycle.end.text)",
        at: .detail(.on)
      )
    case (_, nil): _ = try requireRenewing()
    }
    chains[current].outlook = .renews
    if let offer { try buy(offer, renewing: true) }
    try buy(count, chain.product.period, renewing: true)
  }

  mutating func crossgrade(to id: String, _ stays: StoryLength?) throws(StoryError) {
    let product = try otherProduct(id)
    let current = try requireRenewing()
    let periods = try count(of: stays, product, default: 1)
    chains[current].product = product
    try buy(periods, product.period, renewing: true)
  }

  mutating func upgrade(
    to id: String,
    on date: TimelineDate,
    _ stays: StoryLength?
  ) throws(StoryError) {
    let product = try otherProduct(id)
    guard let current else { throw nothingOwned }
    try requireWithinPeriod(date)
    let periods = try count(of: stays, product, default: 1)
    chains[current].product = product
    chains[current].cycle = BillingCycle(startingOn: date)
    chains[current].outlook = .renews
    try buy(periods, product.period, renewing: false)
  }

  mutating func resume(on date: StoryDate?) throws(StoryError) {
    guard let current else { throw nothingOwned }
    guard case .cancelled = chains[current].outlook else {
      throw error("expected a subscription that was cancelled, found one that was not")
    }
    if let day = try optionalDay(date) { try requireWithinPeriod(day) }
    chains[current].outlook = .renews
  }

  mutating func cancel(on date: StoryDate?, intent: Int) throws(StoryError) {
    guard let current else { throw nothingOwned }
    // A customer can also cancel a subscription that could not be charged.
    let isUnpaid = if case .unpaid = chains[current].outlook { true } else { false }
    if !isUnpaid { _ = try requireRenewing() }
    let day = try optionalDay(date)
    if !isUnpaid, let day { try requireWithinPeriod(day) }
    chains[current].outlook = .cancelled(on: day, intent: intent)
  }

  mutating func refund(on date: TimelineDate, _ isProrated: Bool) throws(StoryError) {
    guard let current else { throw nothingOwned }
    let last = chains[current].last
    guard transactions[last].revocationDate == nil else {
      throw error("expected a purchase, found one that was refunded already")
    }
    let start = transactions[last].purchaseDate
    guard start.instant <= date.instant else {
      throw error(
        "expected a date from \(start.text) on, when the purchase was made, found \(date.text)",
        at: .detail(.on)
      )
    }
    transactions[last].revocationDate = date
    transactions[last].revocationType = isProrated ? "REFUND_PRORATED" : "REFUND_FULL"
    if date.instant < transactions[last].expiresDate.instant { chains[current].outlook = .refunded }
  }

  mutating func fail(graceDays: Int?) throws(StoryError) {
    let current = try requireRenewing()
    guard let graceDays else {
      chains[current].outlook = .unpaid(graceEnd: nil)
      return
    }
    guard (1...60).contains(graceDays) else {
      throw error("expected 1 to 60 days of grace, found \(graceDays)")
    }
    let end = chains[current].cycle.end
    let grace = end.instant.adding(milliseconds: Int64(graceDays) * Instant.millisecondsPerDay)
    chains[current].outlook = .unpaid(graceEnd: end.moved(to: grace))
  }
}
