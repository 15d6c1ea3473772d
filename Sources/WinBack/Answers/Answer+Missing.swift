import CEL

// What the input does not say, and the requests that bring it (F13, F14).

extension Answer {
  /// Returns the missing facts of the input, as a clause.
  func gap(_ missing: [String]) -> String {
    if missing == ["subscription.hasSharedAccess"] {
      return "a shared subscription ended, and the renewal information says that it renews"
    }
    if let purchases = missingPurchases, decision.lastService == nil || !missing.isAboutRenewal {
      if missing.isAboutPurchases || missing.isAboutRenewal { return purchases }
    }
    let end = decision.lastService.map { " on \($0.end.day)" } ?? ""
    switch decision.evidence.renewalInfo {
    case _ where !missing.isAboutRenewal: break
    case _ where decision.lastService == nil:
      return "purchases before the first one of the input can be missing"
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
    if missing.isAboutMonths {
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
    if missing.isAboutMonths { return "whether enough months are paid" }
    if missing.isAboutRedemptions { return "whether the offer was redeemed before" }
    if missing.contains("subscription.hasSharedAccess") {
      return "whether the shared subscription is renewed"
    }
    if missing.contains("customer.storefront") { return "the country of the customer's App Store" }
    if missing.contains("offer.price") { return "the price of the offer in that country" }
    if missing.contains("subscription.price") { return "the price that the customer paid last" }
    return missing.contains("offer.territories") ? "where the offer is sold" : missing.asList
  }

  /// Whether renewal information says that the active subscription renews.
  var isKnownToRenew: Bool {
    decision.facts.state == .subscribed && decision.renewal?.autoRenews == true
  }

  /// Returns the evidence of a decided answer, if it is old or incomplete, or has a later event that
  /// other sentences do not name.
  func basis(besides told: [Sentence]) -> Sentence? {
    if let event = decision.nextEvent {
      return told.contains { $0.parts.contains(.event(event)) }
        ? nil : "The input has a later \(event.kind.rawValue), of \(event.instant.day)."
    }
    let evidence = decision.evidence
    if let through = evidence.dataThrough, through.adding(milliseconds: Self.oldAge) < now {
      let newest = decision.renewal.flatMap {
        $0.isSigned(after: through.adding(milliseconds: -1)) ? $0 : nil
      }
      let renewal =
        if newest?.autoRenews == false {
          ", when renewal was off"
        } else if newest?.isInBillingRetryPeriod == true {
          ", when Apple was retrying the payment"
        } else {
          ""
        }
      return """
        The input reaches only until \(through.day)\(renewal); \(renewalRequest) brings what came \
        after.
        """
    }
    guard offers.contains(where: { $0.verdict == .eligible }), decision.lastService != nil else {
      return nil
    }
    if evidence.renewalInfo == .missing {
      return """
        The input has no renewal information for the last purchase; \(renewalRequest) brings it.
        """
    }
    return evidence.prices
      ? nil : "The input lacks prices, so that free periods may be counted as paid."
  }

  /// The age at which the end of the input counts as old, as in warnings about many histories.
  private static let oldAge: Int64 = 35 * Instant.millisecondsPerDay

  // MARK: - Requests

  /// Returns the requests for the facts that are missing when an offer can open; nil if there are
  /// none.
  func requestThen(_ offer: OfferDecision, at start: Instant) -> Sentence? {
    let missing = decision.missingFacts(of: offer, at: start)
    return isKnownToRenew || waitsForRetries(missing, at: start) ? nil : request(for: missing)
  }

  /// Returns whether the facts that are missing at a later time only depend on the retries of a payment,
  /// which are over then at the latest.
  func waitsForRetries(_ missing: [String], at start: Instant) -> Bool {
    switch decision.facts.state {
    case .inBillingRetryPeriod, .inGracePeriod:
      decision.latestRetry.map { $0 <= start } == true
        && missing.allSatisfy { [$0].isAboutRenewal }
    default: false
    }
  }

  /// Returns whether a rule of an offer fails whose facts stay as they are if the conditions of the answer
  /// come true, such as the product.
  func isRefusedAnyway(_ offer: OfferDecision) -> Bool {
    let changing: Set<FactVariable> = [
      .now, .state, .lapsedAt, .willAutoRenew, .willRenew, .expirationIntent, .hasSharedAccess,
    ]
    return (obstacles[offer.offerId] ?? []).contains { $0.facts.isDisjoint(with: changing) }
  }

  /// Returns all requests that bring the missing facts, in the words of the input's format, without
  /// those whose answer the input has; nil if there are none.
  func request(for missing: [String]) -> Sentence? {
    let isEnding = missing.isAboutRenewal && decision.lastService != nil
    var requests: [String] = []
    // A new export brings what is newer or earlier, and not what exports never have.
    if isEnding && !renewsAfterEnd || missing.contains("subscription.hasSharedAccess")
      || decision.isFromTable && !decision.evidence.missingPurchases.isEmpty
    {
      requests.append(renewalRequest)
    }
    let needsHistory =
      !decision.isFromTable
      && (missing.isAboutPurchases || missing.contains("customer.storefront")
        || missing.isAboutRenewal && (!isEnding || decision.evidence.renewalInfo == .stale))
    if needsHistory { requests.append("all pages of GET /inApps/v2/history/{transactionId}") }
    if missing.contains("offer.territories") {
      requests.append("GET /v1/winBackOffers/{id}/prices")
    }
    guard !requests.isEmpty else { return nil }
    let verb = requests.count == 1 && !needsHistory ? "brings" : "bring"
    return "\(requests.asList.capitalizedFirst) \(verb) what is missing."
  }

  /// The request for the end of the history, in the words of the input's format.
  private var renewalRequest: String {
    decision.isFromTable
      ? "a new export with all rows of the customer"
      : "GET /inApps/v1/subscriptions/{transactionId}"
  }
}

extension [String] {
  fileprivate var isAboutRedemptions: Bool {
    contains { name in
      [
        "redemption.endedAt", "customer.redemptions", "customer.lastRedemptionAt",
        "customer.secondLastRedemptionAt", "customer.lastPromotionalOfferAt", "redemption.count",
      ].contains(name)
    }
  }

  fileprivate var isAboutMonths: Bool {
    contains("subscription.paidMonths") || contains("customer.paidMonthsEver")
  }

  fileprivate var isAboutPurchases: Bool { isAboutRedemptions || isAboutMonths }

  fileprivate var isAboutRenewal: Bool {
    contains { fact in
      [
        "customer.hasEverSubscribed", "subscription.state", "subscription.willAutoRenew",
        "subscription.productId", "subscription.lapsedAt",
      ].contains(fact)
    }
  }
}
