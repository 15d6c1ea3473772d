import WinBack

extension LifeView {
  /// What a reader makes of this view and a newer one: all transactions, and the newest renewal
  /// information of each subscription.
  static func histories(
    _ older: CustomerHistory,
    adding newer: CustomerHistory
  ) -> CustomerHistory {
    var history = older
    history.transactions += newer.transactions.filter { !older.transactions.contains($0) }
    history.gaps.formUnion(newer.gaps)
    for info in newer.renewalInfo {
      let place = history.renewalInfo.firstIndex {
        $0.originalTransactionId == info.originalTransactionId
          && (info.originalTransactionId != nil || $0.productId == info.productId)
      }
      guard let place else {
        history.renewalInfo.append(info)
        continue
      }
      let isNewer = info.signedAt ?? .max >= history.renewalInfo[place].signedAt ?? .max
      if isNewer { history.renewalInfo[place] = info }
    }
    return history
  }

  /// The view that has what this one has, and a newer one; nil where the newer one does not have a refund
  /// that this one is too old for.
  func adding(_ newer: LifeView, of lives: [Life]) -> LifeView? {
    for life in lives {
      for (place, purchase) in held(of: life) {
        let revoked = life.purchases[place].transaction.revocationDate
        let isUnseen = purchase.transaction.revocationDate != revoked
        let isRepeated = newer.places[life.group]?.contains(place) ?? false
        if isUnseen, !isRepeated { return nil }
      }
    }
    var both = newer
    both.isSingle = isSingle || newer.isSingle
    both.statusDate = [statusDate, newer.statusDate].compactMap(\.self).max()
    both.places.merge(places) { $0.union($1) }
    return both
  }
}

extension RenewalInfo {
  fileprivate var signedAt: Int64? { signedDate?.instant.milliseconds }
}
