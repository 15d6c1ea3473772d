/// A summary of all transactions of a history, so that later code does not read all of them again.
///
/// A history has tens of transactions, and millions of histories are read: each pass over them
/// takes a hundredth of the time.
struct TransactionSurvey: Sendable {
  /// The number of transactions, if all are owned and each was bought later than the one before.
  ///
  /// With the number stored here, the last transaction of a history that is not in the cache is
  /// fetched at once, and not after the head of the array.
  private(set) var countInOrder: Int?
  /// Whether all transactions name the same group, or none of them names one.
  private(set) var isOneGroup = true
  private(set) var products = SymbolSet()
  /// The dates of the first and the last purchase, as written; nil if there is none.
  private(set) var purchases: ClosedRange<Instant>?
  /// Whether the time zone of dates without a time matters.
  private(set) var hasDays = false
  /// Whether a timeline can lack purchases (F14).
  var mayLackPurchases = true
  /// The newest signature of a transaction; nil if it must be searched.
  private(set) var newestSigning: Instant?
  /// How many transactions expire before they are purchased.
  private(set) var reversedCount = 0

  /// It throws for a date from before there were subscriptions (F13e).
  init(_ transactions: borrowing Span<TransactionRecord>) throws(HistoryError) {
    guard transactions.count > 0 else { return }
    // The loop has no branch; it collects the traits that all transactions have, and the notes that
    // any has.
    var (first, last) = (Instant.never, Instant(milliseconds: .min))
    var (earliestExpiry, signing) = (transactions[0].expiry, transactions[0].signing)
    var traitsOfAll = TransactionTraits(rawValue: .max)
    var notesOfAny = TransactionRecord.Notes(rawValue: 0)
    let group = transactions[0].group.index
    var groupDifference: Int32 = 0
    var countInOrder = 0
    for index in transactions.indices {
      let purchase = transactions[index].purchase
      countInOrder &+= purchase > last ? 1 : 0
      last = max(last, purchase)
      first = min(first, purchase)
      let expiry = transactions[index].expiry
      reversedCount &+= expiry < purchase ? 1 : 0
      earliestExpiry = min(earliestExpiry, expiry)
      signing = max(signing, transactions[index].signing)
      traitsOfAll.formIntersection(transactions[index].traits)
      notesOfAny.formUnion(transactions[index].notes)
      groupDifference |= group ^ transactions[index].group.index
      products.insert(transactions[index].productId)
    }
    if min(first, earliestExpiry) < .firstSubscription || notesOfAny.contains(.revocation) {
      try Self.checkDates(of: transactions)
    }
    if transactions.count > Self.productLimit { try Self.checkProducts(of: transactions) }
    purchases = first...last
    // The instant of a date without a time depends on the time zone.
    if countInOrder == transactions.count, traitsOfAll.contains(.owned),
      !notesOfAny.contains(.purchaseDay)
    {
      self.countInOrder = countInOrder
    }
    isOneGroup = groupDifference == 0
    hasDays = notesOfAny.haveDays
    // A date that is absent is stored as 0.
    if signing.milliseconds > 0, !notesOfAny.contains(.signingDay) { newestSigning = signing }
  }

  /// The most products of one customer: each can have its own group, which is evaluated alone.
  private static let productLimit = 1_000

  private static func checkProducts(
    of transactions: borrowing Span<TransactionRecord>
  ) throws(HistoryError) {
    var products: Set<[Symbol]> = []
    for index in transactions.indices {
      let product = [transactions[index].productId, transactions[index].group]
      guard products.insert(product).inserted, products.count > productLimit else { continue }
      throw HistoryError(
        kind: .tooManyProducts(limit: productLimit),
        sourceOffset: transactions[index].sourceOffset
      )
    }
  }

  private static func checkDates(
    of transactions: borrowing Span<TransactionRecord>
  ) throws(HistoryError) {
    for index in transactions.indices {
      var earliest = min(transactions[index].purchase, transactions[index].expiry)
      if let revocation = transactions[index].revocationDate {
        earliest = min(earliest, revocation.instant)
      }
      guard earliest >= .firstSubscription else {
        throw HistoryError(
          kind: .beforeSubscriptions(date: earliest),
          sourceOffset: transactions[index].sourceOffset
        )
      }
    }
  }
}

extension TransactionRecord.Notes {
  /// Whether the time zone of dates without a time matters.
  var haveDays: Bool {
    !isDisjoint(with: [.purchaseDay, .expiryDay, .revocationDay, .signingDay, .originDay])
  }
}
