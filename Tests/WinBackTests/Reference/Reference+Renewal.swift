import WinBack

extension Reference.Timeline {
  /// F3, F14d, F14g: the renewal information of the last owned transaction, where it applies.
  func renewal(asOf now: Reference.Milliseconds) -> RenewalInfo? {
    guard let last = owned.last, let info = renewalInfoOfLastPurchase else { return nil }
    return continues(after: now) || isOlder(info, than: last) ? nil : info
  }

  /// F3: the renewal information that names the last owned transaction, or can mean no other.
  var renewalInfoOfLastPurchase: RenewalInfo? {
    guard let last = owned.last?.transaction else { return nil }
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
