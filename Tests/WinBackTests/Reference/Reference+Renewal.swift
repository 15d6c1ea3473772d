import WinBack

extension Reference.Timeline {
  /// F3: the renewal information of the last owned transaction, where none is bought after `now`.
  func renewal(asOf now: Reference.Milliseconds) -> RenewalInfo? {
    guard let last = owned.last?.transaction, owned.allSatisfy({ $0.purchased <= now }) else {
      return nil
    }
    if !history.renewalInfoIsList, history.renewalInfo.count == 1,
      let only = history.renewalInfo.first
    {
      if isOnlyTimeline { return only }
      // Of several groups, only the one that the history names can be meant.
      let namesNothing = only.originalTransactionId == nil && only.productId == nil
      if namesNothing { return history.subscriptionGroupIdentifier == group ? only : nil }
    }
    let ofChain = history.renewalInfo.filter { info in
      info.originalTransactionId != nil
        && info.originalTransactionId == last.originalTransactionId
    }
    let ofProduct = history.renewalInfo.filter { info in
      (info.originalTransactionId == nil || last.originalTransactionId == nil)
        && info.productId == last.productId
    }
    return ofChain.first ?? ofProduct.first
  }
}
