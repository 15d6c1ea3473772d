import WinBack

extension Reference {
  /// A stretch of service over the whole timeline, as people look at it.
  struct Service {
    let start: Milliseconds
    let end: Milliseconds
    let kind: String
    /// Nil for shared access.
    let productId: String?
    /// The win-back offer that was redeemed with it.
    let offerId: String?
  }
}

extension Reference.Timeline {
  /// The service that a customer ever has (P2 to P6), in order, without what has no length.
  var service: [Reference.Service] {
    let bought = periods(asOf: .max).map { period in
      let transaction = period.purchase.transaction
      return Reference.Service(
        start: period.start,
        end: period.end,
        kind: period.isRefunded ? "refunded" : period.isFree ? "free" : "paid",
        productId: transaction.productId,
        offerId: transaction.offerType == 4 ? transaction.offerIdentifier : nil
      )
    }
    let lent = shared.map { purchase in
      Reference.Service(
        start: purchase.purchased,
        end: min(purchase.expires, purchase.revoked ?? purchase.expires),
        kind: "shared",
        productId: nil,
        offerId: nil
      )
    }
    return (bought + lent).filter { $0.start < $0.end }
      .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }
}
