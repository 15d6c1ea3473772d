extension Decision {
  /// How it stands with the subscription, in parts of a line that can hold what a terminal must not see.
  func subscriptionPhrases(_ names: CatalogNames) -> [String] {
    guard facts.lapsedAtEarliest == nil else {
      return ["not known: the input does not show whether it was renewed", monthsPhrase]
    }
    let sharing =
      switch facts.hasSharedAccess {
      case true: ["has shared access"]
      case nil: ["shared access not known"]
      case false: [] as [String]
      }
    guard let productId = facts.productId, let lapsedAt = facts.lapsedAt else {
      return [facts.state == nil ? "not known: purchases can be missing" : "none so far"] + sharing
    }
    var parts = [names.product(productId)] + statePhrases(lapsedAt) + [monthsPhrase] + sharing
    if let storefront = facts.storefront { parts.append("storefront \(storefront.code)") }
    return parts
  }

  private func statePhrases(_ lapsedAt: Instant) -> [String] {
    let end = lastService?.end
    let ended = "ended \((end ?? lapsedAt).brief)"
    let renewal =
      self.renewal?.autoRenews.map { $0 ? "renews" : "does not renew" } ?? "renewal not known"
    // The sixty days of retry lie between the end and a lapse that is to come.
    let lapse =
      end == lapsedAt
      ? [] : ["counts as lapsed \(lapsedAt > asOf ? "from" : "since") \(lapsedAt.brief)"]
    return switch facts.state {
    case .subscribed: ["active until \((end ?? lapsedAt).brief)", renewal]
    case .revoked: ["refunded \((end ?? lapsedAt).brief)"] + lapse
    case .inGracePeriod: [ended, "payment failed, in the grace period"] + lapse
    case .inBillingRetryPeriod: [ended, "payment failed, the App Store is retrying"] + lapse
    case .neverOwned, .expired: [ended] + lapse
    case nil: [ended, "renewal not known"]
    }
  }

  private var monthsPhrase: String {
    let count = "\(facts.paidMonthsPhrase) paid \(facts.paidMonths.noun("month"))"
    let left = [(unpaid.free, "free"), (unpaid.refunded, "refunded")].filter { $0.0 > 0 }
    let words = left.map { "\($0) \($1)" }.joined(separator: ", ")
    return words.isEmpty ? count : "\(count) in a row (not counted: \(words))"
  }
}

/// What a decision is based on, in words for people (F13).
extension Decision {
  /// What the input tells and, if it has the store's answer, whether that is the same; each with a term.
  func evidenceRows(_ names: CatalogNames) -> [(String, String)] {
    let parts = evidence.phrases(hasPurchases: !periods.isEmpty)
    let phrases = [("input", parts.joined(separator: "; "))]
    guard let answer = evidence.storeAnswer else { return phrases }
    func name(_ id: String) -> String { names.offer(id, in: subscriptionGroupIdentifier) }
    let instant = answer.asOf.map { "on \($0.brief)" } ?? "at an unknown time"
    let ours =
      answer.isSame ? ", as WinBack does" : "; these rules \(answer.ourList.text(naming: name))"
    let named =
      "named \(Sentence.offers(answer.eligibleWinBackOfferIDs).text(naming: name)) \(instant)"
    return phrases + [("App Store", "\(named)\(ours) for that time")]
  }
}

extension Evidence {
  fileprivate func phrases(hasPurchases: Bool) -> [String] {
    let end = dataThrough.map { "reaches until \($0.brief)" } ?? "its end is not known"
    let renewal =
      switch renewalInfo {
      case .applies: "renewal information applies"
      case .missing: "no renewal information for the last purchase"
      case .stale: "no current renewal information"
      }
    let ends = hasPurchases ? [end, renewal] : [end]
    let gaps = [
      (reachesFirstPurchase && missingPurchases.isEmpty, "purchases are missing"),
      (prices || !hasPurchases, "prices are missing, so free periods may count as paid"),
      (offers, "redeemed offers are not recorded"),
    ]
    return ends + gaps.filter { !$0.0 }.map(\.1)
  }
}

extension SubscriptionFacts {
  /// The paid months, such as `3`, `at least 3` or `3 to 5`.
  var paidMonthsPhrase: String {
    guard mayHavePaidMore else { return "\(paidMonths)" }
    return mostPaidMonths.map { "\(paidMonths) to \($0)" } ?? "at least \(paidMonths)"
  }
}
