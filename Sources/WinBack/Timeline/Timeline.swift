/// One customer's history in one subscription group, in order and without duplicates (P1 to P3).
///
/// A timeline is also storage: it can be built again for each customer without allocating.
package struct Timeline: Sendable {
  /// The group; without a symbol for a customer without a known group.
  package private(set) var asked = AskedGroup(nil, isOnly: true)
  /// The owned transactions in the order of P3.
  package private(set) var owned: ContiguousArray<OwnedTransaction> = []
  /// The periods of access that others share with the customer (P2), in any order.
  package private(set) var shared: ContiguousArray<SharedAccess> = []
  /// The renewal information that names the last owned transaction; nil if there is none (F3).
  package private(set) var renewal: RenewalRecord?
  /// What it says; nil if it is older than the transaction (F14d).
  package private(set) var renewalStatus: RenewalStatus?
  /// The indices of the owned transactions before which purchases are missing, in order (F14a, F14b).
  private(set) var boundaries: ContiguousArray<Int> = []
  /// The storefront of the history itself.
  package private(set) var storefront: Storefront?
  package private(set) var gaps: HistoryGaps = []
  /// The newest signature of the whole history, if it matters; nil if nothing is signed (F13f).
  private(set) var newestSigning: Instant?
  /// The owned transactions that redeemed an offer, by offer and then in their order.
  private(set) var redemptions: ContiguousArray<Redemption> = []
  /// When the first introductory offer began; nil if there was none.
  private(set) var firstIntroduction: Instant?
  /// Whether a purchase is omitted because it is not known yet.
  private var hidesPurchase = false
  /// Whether each added transaction starts after all earlier ones.
  private var isSorted = true
  private var latestStart = Instant(milliseconds: .min)

  package init() {}

  package var group: Symbol? { asked.symbol }

  /// Builds the timeline of one group from a history without duplicates; without a group, an empty one.
  ///
  /// It omits what comes after the instant `known` (T6) and, if there is a later purchase, the
  /// renewal information, which describes that purchase (F3).
  ///
  /// - Complexity: O(*n*) for *n* transactions in order, else O(*n* log *n*).
  package mutating func build(
    from history: borrowing HistoryRecord,
    _ asked: AskedGroup,
    products: ProductGroups,
    at offset: UTCOffset,
    knownBy known: Instant = .never
  ) {
    self.asked = asked
    storefront = history.storefront
    gaps = history.gaps
    firstIntroduction = nil
    hidesPurchase = false
    if !redemptions.isEmpty { redemptions.removeAll(keepingCapacity: true) }
    if !boundaries.isEmpty { boundaries.removeAll(keepingCapacity: true) }
    isSorted = true
    latestStart = Instant(milliseconds: .min)
    owned.removeAll(keepingCapacity: true)
    shared.removeAll(keepingCapacity: true)
    if let group {
      let transactions = history.transactions.span
      for index in transactions.indices
      where products.group(of: transactions[index], in: history) == group {
        append(transactions[index], at: index, offset: offset, knownBy: known)
      }
      if !isSorted { owned.sort(in: history) }
      linkSuccessors()
      collectOffers()
      if history.mayLackPurchases || owned.count < history.transactions.count {
        history.forEachBoundary(among: owned.lazy.map { Int($0.index) }, at: offset) {
          boundaries.append($0)
        }
      }
    }
    var last: LastRenewal?
    if let transaction = owned.last, !hidesPurchase {
      last = history.renewal(of: Int(transaction.index), in: asked, at: offset)
    }
    renewal = last.map { history.renewals[$0.index] }
    renewalStatus = last?.status
    if !shared.isEmpty { describeShared(in: history, besides: last?.index, at: offset) }
    newestSigning = history.newestSigning(besides: renewalStatus, at: offset)
  }

  @inline(__always)
  private mutating func append(
    _ transaction: borrowing TransactionRecord,
    at index: Int,
    offset: UTCOffset,
    knownBy known: Instant
  ) {
    guard transaction.traits.contains(.owned) else {
      let access = SharedAccess(transaction, at: index, offset, knownBy: known)
      if access.start <= known { shared.append(access) }
      return
    }
    var transaction = OwnedTransaction(transaction, at: index, offset)
    guard transaction.announcedAt <= known else {
      hidesPurchase = true
      return
    }
    if transaction.revokedAt > known { transaction.revokedAt = .never }
    if transaction.start <= latestStart { isSorted = false }
    latestStart = transaction.start
    owned.append(transaction)
  }

  private mutating func collectOffers() {
    for index in owned.indices {
      if firstIntroduction == nil, owned[index].traits.redeems(.introductory) {
        firstIntroduction = owned[index].start
      }
      guard let offer = owned[index].redeemed else { continue }
      redemptions.append(Redemption(offer: offer, index: index))
    }
    if redemptions.count > 1 { redemptions.sort(by: <) }
  }

  /// Adds the renewal information of shared subscriptions (M1): finds the successor of each period,
  /// and the renewal information of the last one.
  private mutating func describeShared(
    in history: borrowing HistoryRecord,
    besides renewalIndex: Int?,
    at offset: UTCOffset
  ) {
    if shared.count > 1 {
      shared.sort(in: history)
      for index in shared.indices.dropLast() {
        let next = shared[index + 1]
        if shared[index].compareSubscription(with: next, in: history) == 0 {
          shared[index].next = next.start
        }
      }
    }
    // Most histories have no renewal information but that of the customer's own subscription.
    guard history.renewals.count > (renewalIndex == nil ? 0 : 1), !hidesPurchase else { return }
    let renewals = SharedRenewals(of: history, besides: renewalIndex, at: offset)
    for index in shared.indices where shared[index].next == .never {
      let transaction = history.transactions[shared[index].index]
      shared[index].renewal = renewals.index(of: transaction, in: history).map {
        RenewalStatus(history.renewals[$0], at: offset)
      }
    }
  }

  private mutating func linkSuccessors() {
    var owned = owned.mutableSpan
    var successor = Instant.never
    var next = Instant.never
    for index in owned.indices.reversed() {
      if owned[index].start == next {
        owned[index].isShadowed = true
      } else {
        successor = next
        next = owned[index].start
      }
      owned[index].supersededAt = successor
    }
  }
}

/// A transaction that redeemed an offer, by its index in the owned ones.
struct Redemption: Sendable, Hashable {
  let offer: RedeemedOffer
  let index: Int

  static func < (lhs: Redemption, rhs: Redemption) -> Bool {
    (lhs.offer.type, lhs.offer.symbol.index, lhs.index)
      < (rhs.offer.type, rhs.offer.symbol.index, rhs.index)
  }
}

extension Timeline {
  /// Adds every instant of a range at which a fact other than the paid months of a running period
  /// can change, in any order and perhaps more than once.
  ///
  /// Between two of them a window can open or close only if a rule compares `now` with a fact, or
  /// if a running paid period completes a month.
  func appendBreakpoints(
    in range: ClosedRange<Instant>,
    to instants: inout ContiguousArray<Instant>
  ) {
    func append(_ instant: Instant) {
      if range.contains(instant) { instants.append(instant) }
    }
    for (index, transaction) in owned.enumerated() {
      // F7 counts service before `now`, so a new period counts from its second millisecond on.
      append(transaction.start)
      append(transaction.start.adding(milliseconds: 1))
      append(transaction.expires)
      append(transaction.revokedAt)
      let next = index + 1
      let isFollowed = next < owned.count && owned[next].announcedAt == owned[next].start
      if transaction.announcedAt < transaction.start { append(transaction.announcedAt) }
      // The end of the retries matters while no later transaction has begun (F4, F14g).
      guard !isFollowed else { continue }
      for end in [transaction.start, transaction.expires, transaction.revokedAt] {
        append(end.adding(milliseconds: transaction.traits.retryWindow))
      }
    }
    if let graceEnd = renewalStatus?.graceEnd { append(graceEnd) }
    for access in shared {
      append(access.start)
      append(access.end)
      for end in access.recoveryEnds { append(end) }
    }
  }
}
