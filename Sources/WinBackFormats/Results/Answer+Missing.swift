import CEL
import CalendarTime
import WinBack

// What the input does not say, and the requests that bring it (F13, F14).

extension Answer {
  /// Returns the missing facts of the input, as a clause.
  func gap(_ missing: [String]) -> String {
    if let purchases = missingPurchases, decision.lastService == nil || !missing.isAboutRenewal {
      if missing.isAboutPurchases || missing.isAboutRenewal { return purchases }
    }
    let end = decision.lastService.map { " on \($0.end.day)" } ?? ""
    switch decision.evidence.renewalInfo {
    case _ where !missing.isAboutRenewal: break
    case .stale where renewsAfterEnd:
      return
        "the subscription ended\(end), and the renewal information says that it renews"
    case .stale where decision.latestRenewal?.isInBillingRetryPeriod == true:
      return
        "the payment failed\(end), and the input does not show whether a later attempt succeeded"
    case .stale: return "the input does not show whether the subscription was renewed\(end)"
    case .missing:
      return
        "the subscription ended\(end), and without renewal information Apple may still try the "
        + "payment"
    case .applies: return unknown(missing, .applies) + " is not known"
    }
    if missing.contains("subscription.paidMonths") {
      return decision.evidence.reachesFirstPurchase
        ? "the input does not say which purchases are renewals, so the months before a gap may count"
        : "the input does not reach back to the first purchase, so more months may be paid than it "
          + "shows"
    }
    if missing.isAboutRedemptions { return "the input does not say which offers were redeemed" }
    return unknown(missing, decision.evidence.renewalInfo) + " is not known"
  }

  /// The last of the purchases that are missing, as a clause; nil if the input shows none.
  private var missingPurchases: String? {
    guard let missing = decision.evidence.missingPurchases.last else { return nil }
    let before = missing.before
    guard let after = missing.after else { return "purchases before \(before.day) are missing" }
    let first = after.date.year == before.date.year ? after.dayWithoutYear : after.day
    return "purchases between \(first) and \(before.day) are missing"
  }

  /// Whether renewal information of the time after the last period says that the subscription renews.
  private var renewsAfterEnd: Bool {
    guard let renewal = decision.latestRenewal, let end = decision.lastService?.end else {
      return false
    }
    return renewal.autoRenews == true && !renewal.isInBillingRetryPeriod
      && renewal.isSigned(after: end)
  }

  /// Returns the missing facts of an instant, in words for a sentence that ends with `is not known`.
  func unknown(_ missing: [String], _ renewalInfo: Evidence.RenewalInformation) -> String {
    if missing.isAboutRenewal {
      return renewalInfo == .missing && decision.facts.state != .subscribed
        ? "whether Apple still tries the payment" : "whether the subscription is renewed then"
    }
    if missing.contains("subscription.paidMonths") { return "whether enough months are paid" }
    if missing.isAboutRedemptions { return "whether the offer was redeemed before" }
    if missing.contains("customer.storefront") { return "the storefront of the customer" }
    return missing.contains("offer.territories") ? "where the offer is sold" : missing.asList
  }

  /// Whether renewal information says that the active subscription renews.
  var isKnownToRenew: Bool {
    decision.facts.state == .subscribed && decision.renewal?.autoRenews == true
  }

  /// Returns the requests for the facts that are missing when an offer can open; nil if there are
  /// none.
  func requestThen(_ offer: OfferDecision, at start: Instant) -> String? {
    let missing = decision.missingFacts(of: offer, at: start)
    return isKnownToRenew || waitsForRetries(missing) ? nil : request(for: missing)
  }

  /// Returns whether missing facts of a later time only depend on the retries of a payment, which are
  /// not over.
  func waitsForRetries(_ missing: [String]) -> Bool {
    switch decision.facts.state {
    case .inBillingRetryPeriod, .inGracePeriod: missing.allSatisfy { [$0].isAboutRenewal }
    default: false
    }
  }

  /// Returns the requests that bring the missing facts, without those whose answer the input has; nil
  /// if there are none.
  func request(for missing: [String]) -> String? {
    let needsStatuses = missing.isAboutRenewal && decision.lastService != nil && !renewsAfterEnd
    let needsHistory =
      missing.isAboutPurchases || missing.contains("customer.storefront")
      || missing.isAboutRenewal && decision.lastService == nil
    switch (needsStatuses, needsHistory) {
    case (true, true):
      return "\(Self.statuses) and all pages of \(Self.history) bring what is missing."
    case (true, false): return "\(Self.statuses) brings the renewal information."
    case (false, true): return "All pages of \(Self.history) bring what is missing."
    case (false, false):
      return missing.contains("offer.territories")
        ? "GET\u{A0}/v1/winBackOffers/{id}/prices says where the offer is sold." : nil
    }
  }

  static let statuses = "GET\u{A0}/inApps/v1/subscriptions/{transactionId}"
  private static let history = "GET\u{A0}/inApps/v2/history/{transactionId}"
}

extension [String] {
  fileprivate var isAboutRedemptions: Bool { contains("redemption.endedAt") }

  fileprivate var isAboutPurchases: Bool {
    isAboutRedemptions || contains("subscription.paidMonths")
  }

  fileprivate var isAboutRenewal: Bool {
    contains { fact in
      [
        "customer.hasEverSubscribed", "subscription.state", "subscription.willAutoRenew",
        "subscription.productId", "subscription.lapsedAt",
      ].contains(fact)
    }
  }
}
