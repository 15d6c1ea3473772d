import WinBack

/// What is rare in a history, and easy to get wrong.
extension Dice {
  /// Replaces some dates by their day alone (T4).
  mutating func dropTimes(_ transactions: inout [Transaction]) {
    for index in transactions.indices {
      if chance(50) { transactions[index].purchaseDate.dropTime() }
      if chance(50) { transactions[index].expiresDate.dropTime() }
      if chance(50) { transactions[index].revocationDate?.dropTime() }
      if chance(50) { transactions[index].signedDate?.dropTime() }
    }
  }

  /// Adds other versions of some transactions: the same, or newer or older, or contradictory (P1).
  mutating func repeatSome(_ transactions: inout [Transaction]) {
    for original in transactions where chance(35) {
      var version = original
      if chance(80) {
        let signed = original.signedDate?.instant ?? Instant(milliseconds: 0)
        version.signedDate = TimelineDate(signed.adding(milliseconds: pick([1, -1, 86_400_000])))
        if chance(50) { version.price = pick([0, 9990]) }
        if chance(30) { version.revocationDate = version.expiresDate }
        if chance(30) { version.expiresDate = pick(transactions).expiresDate }
      } else if chance(20) {
        version.productId += ".other"
      }
      transactions.append(version)
    }
  }

  /// Names those without an identifier that would have no order otherwise (P3).
  mutating func breakTies(_ transactions: inout [Transaction]) {
    var seen: Set<[Instant]> = []
    for index in transactions.indices where transactions[index].transactionId == nil {
      // A day without a time may fall on any other date, depending on the time zone.
      let dates = [transactions[index].purchaseDate, transactions[index].expiresDate]
      if dates.contains(where: \.isDateOnly) || !seen.insert(dates.map(\.instant)).inserted {
        transactions[index].transactionId = "t\(index)"
      }
    }
  }

  /// Renewal information: none, one that names nothing, or one for some of the chains.
  mutating func renewalInfo(of transactions: [Transaction], allowsTies: Bool) -> [RenewalInfo] {
    guard chance(70), !transactions.isEmpty else { return [] }
    if chance(45) { return [renewal(of: pick(transactions), isNamed: false)] }
    var named: [RenewalInfo] = []
    for transaction in transactions.shuffled(using: &generator) where chance(40) {
      let info = renewal(of: transaction, isNamed: true)
      let isNew = named.allSatisfy { !$0.maySpeak(ofTheSameAs: info) }
      if isNew || allowsTies { named.append(info) }
    }
    return named
  }

  private mutating func renewal(of transaction: Transaction, isNamed: Bool) -> RenewalInfo {
    let end = transaction.expiresDate.instant
    let grace = [0, 1, -1, 6 * Reference.day, 16 * Reference.day, -Reference.day]
    return RenewalInfo(
      originalTransactionId: isNamed ? transaction.originalTransactionId : nil,
      productId: isNamed && chance(80) ? transaction.productId : nil,
      autoRenewStatus: pick([0, 0, 0, 0, 0, 0, 1, nil]),
      expirationIntent: pick([nil, 1, 1, 2, 2, 3]),
      isInBillingRetryPeriod: pick([nil, false, true]),
      gracePeriodExpiresDate: chance(45)
        ? TimelineDate(end.adding(milliseconds: pick(grace))) : nil,
      signedDate: pick([
        nil, nil, TimelineDate(end), transaction.purchaseDate,
        TimelineDate(transaction.purchaseDate.instant.adding(milliseconds: -Reference.day)),
      ]),
      renewalDate: pick([nil, nil, TimelineDate(end), transaction.purchaseDate])
    )
  }
}

extension TimelineDate {
  /// Leaves the day alone.
  fileprivate mutating func dropTime() {
    self = TimelineDate(instant.date)
  }
}

extension RenewalInfo {
  /// Whether both may be about one transaction (F3).
  fileprivate func maySpeak(ofTheSameAs other: RenewalInfo) -> Bool {
    let isSameChain =
      originalTransactionId != nil && originalTransactionId == other.originalTransactionId
    return isSameChain || (productId != nil && productId == other.productId)
  }
}
