import WinBack

extension Reference {
  /// The service that one owned transaction gives, as of some instant: from `start` until `end`.
  struct Period {
    let purchase: Purchase
    let start: Milliseconds
    let end: Milliseconds
    /// P4.
    let isFree: Bool
    /// P5.
    let isRefunded: Bool
    /// Whether the transaction has been taken back, for whatever reason.
    let isRevoked: Bool

    var hasLength: Bool { start < end }

    func contains(_ instant: Milliseconds) -> Bool { start <= instant && instant < end }

    /// P4, P5, P6.
    func isPaid(_ policies: Policies) -> Bool {
      if isFree && policies.freeService != .counted { return false }
      if isRefunded && policies.refundedService != .counted { return false }
      return true
    }

    /// P4, P5: a free period may end a streak; one that adds nothing because of a refund does not.
    func breaksStreak(_ policies: Policies) -> Bool {
      guard isFree, policies.freeService == .breaksStreak else { return false }
      return !(isRefunded && policies.refundedService == .unpaid)
    }

    /// F9: a redemption of a win-back offer.
    func redeems(_ offerId: String) -> Bool {
      purchase.transaction.offerType == 4 && purchase.transaction.offerIdentifier == offerId
    }
  }
}

extension Reference.Timeline {
  /// P3: the periods of the transactions that exist at `now` (T6), in the order of the clause.
  func periods(asOf now: Reference.Milliseconds) -> [Reference.Period] {
    let existing = owned.filter { $0.purchased <= now }
    return existing.enumerated().map { position, purchase in
      let start = purchase.purchased
      var end = purchase.expires
      if let revoked = purchase.revoked, revoked <= now { end = min(end, max(revoked, start)) }
      let following = existing[(position + 1)...]
      if let later = following.first(where: { $0.purchased > start }) {
        end = min(end, later.purchased)
      }
      if following.contains(where: { $0.purchased == start }) { end = start }
      return Reference.Period(
        purchase: purchase,
        start: start,
        end: max(start, end),
        isFree: purchase.isFree,
        isRefunded: purchase.isRefunded(asOf: now),
        isRevoked: purchase.isRevoked(asOf: now)
      )
    }
  }
}
