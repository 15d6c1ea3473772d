import WinBack

/// F14: what the input shows that it lacks.
extension Reference.Timeline {
  private func holds(_ clause: Reference.Clause) -> Bool { !policies.leftOut.contains(clause) }

  private var mayLackPurchases: Bool { policies.missingPurchases == .unknown }

  /// F14a: whether the beginning of the timeline is missing.
  var lacksBeginning: Bool {
    guard mayLackPurchases, holds(.beginning), let earliest = owned.first else { return false }
    if earliest.transaction.transactionReason == "RENEWAL" { return true }
    return lacksAnOriginalTransaction || countsEarlierPayments
  }

  /// F14a: a chain whose first transaction is not there, where every transaction says which it is.
  private var lacksAnOriginalTransaction: Bool {
    let input = history.transactions.filter(\.isAutoRenewable)
    guard input.allSatisfy({ $0.transactionId != nil }) else { return false }
    return owned.compactMap(\.transaction.originalTransactionId).contains { original in
      !input.contains { $0.transactionId == original }
    }
  }

  /// F14a: formats that count payments, or that tell when a subscription was first bought.
  private var countsEarlierPayments: Bool {
    let chains = Set(owned.map(\.transaction.originalTransactionId))
    return chains.contains { chain in
      let rows = owned.filter { $0.transaction.originalTransactionId == chain }
      guard let first = rows.first else { return false }
      if let number = first.transaction.paymentNumber, number > 1 { return true }
      // A transaction that names itself as the original is the first, whatever date it tells.
      let isOriginal =
        first.transaction.transactionId != nil
        && first.transaction.transactionId == first.transaction.originalTransactionId
      guard !isOriginal, let bought = first.transaction.originalPurchaseDate else { return false }
      // A day and an instant can be of one purchase, if the instant is on that day.
      let holdsInstant = bought.isDateOnly && !first.transaction.purchaseDate.isDateOnly
      let start = policies.instant(of: bought)
      return holdsInstant ? start + 86_400_000 <= first.purchased : start < first.purchased
    }
  }

  /// F14b: the renewals that the store cannot have made after all that comes before them.
  private var renewalsAfterHoles: [Reference.Purchase] {
    guard mayLackPurchases, holds(.holes) else { return [] }
    return owned.enumerated().filter { position, purchase in
      let earlier = owned[..<position]
      guard position > 0, purchase.transaction.transactionReason == "RENEWAL" else { return false }
      return earlier.allSatisfy { $0.expires + $0.retryWindow < purchase.purchased }
    }.map(\.element)
  }

  /// F14: the purchases before which others are missing, as of `now`, the earliest first.
  func boundaries(asOf now: Reference.Milliseconds) -> [Reference.Milliseconds] {
    let beginning = lacksBeginning ? Array(owned.prefix(1)) : []
    return (beginning + renewalsAfterHoles).map(\.purchased).filter { $0 <= now }
  }

  /// F14c: whether a gap before a purchase without a reason may be a billing recovery.
  var leavesGapsOpen: Bool {
    mayLackPurchases && holds(.gapsWithoutReason) && policies.gapTolerance == .billingRecovery
  }

  /// F14d: whether renewal information describes an earlier purchase than a given one.
  func isOlder(_ info: RenewalInfo, than purchase: Reference.Purchase) -> Bool {
    guard holds(.ageOfRenewalInfo), let signed = info.signedDate.map(policies.instant(of:)),
      signed < purchase.purchased
    else { return false }
    if let renewal = info.renewalDate, policies.instant(of: renewal) > purchase.purchased {
      return false
    }
    return !signatures(of: purchase).contains { $0 <= signed }
  }

  /// F14d: when each version of a transaction was signed.
  private func signatures(of purchase: Reference.Purchase) -> [Reference.Milliseconds] {
    let id = purchase.transaction.transactionId
    let versions =
      id == nil
      ? [purchase.transaction]
      : history.transactions.filter { $0.isAutoRenewable && $0.transactionId == id }
    return versions.compactMap { $0.signedDate.map(policies.instant(of:)) }
  }

  /// F14g: whether a purchase after `now` is a renewal that the store has announced.
  func isAnnounced(_ purchase: Reference.Purchase, asOf now: Reference.Milliseconds) -> Bool {
    guard holds(.announcedRenewals),
      let signed = purchase.transaction.signedDate.map(policies.instant(of:))
    else { return false }
    return signed <= now && now < purchase.purchased
      && purchase.purchased <= signed + 2 * Reference.day
  }

  /// F3, F13, F14d, F14e: whether something is bought after `now` that nobody has announced.
  func continues(after now: Reference.Milliseconds) -> Bool {
    owned.contains { $0.purchased > now && !isAnnounced($0, asOf: now) }
  }
}

extension Reference.Purchase {
  /// F4, F14b: how long the store tries to renew: 60 days, or 90 of a monthly plan.
  var retryWindow: Reference.Milliseconds {
    (transaction.billingPlanType == "MONTHLY" ? 90 : 60) * Reference.day
  }
}
