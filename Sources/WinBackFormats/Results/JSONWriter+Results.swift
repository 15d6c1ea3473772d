extension JSONWriter {
  /// Writes a decision by the schema `result`, with the selected offers.
  package mutating func members(of decision: Decision, _ selection: OfferSelection) {
    let answer = Answer(decision, selection)
    member("customerId", decision.customerId)
    member("subscriptionGroupIdentifier", decision.subscriptionGroupIdentifier)
    member(decision.kind.eligibleMember, decision.eligibleOfferIDs)
    if !decision.undeterminedOfferIDs.isEmpty {
      member(decision.kind.undeterminedMember, decision.undeterminedOfferIDs)
    }
    member("asOf", decision.asOf)
    member("answer", answer.text)
    object("facts") { json in
      json.members(of: decision.facts)
      if let end = decision.commitmentEnd { json.member("commitmentExpiresDate", end) }
    }
    object("evidence") { $0.members(of: decision.evidence) }
    periods(of: decision)
    member("changesAt", orNull: decision.changesAt)
    if let merchandising = decision.merchandising {
      object("merchandising") { $0.members(of: merchandising) }
    }
    objects("offers", answer.offers) { $0.members(of: $1, decision.kind) }
  }

  /// Writes the service that a customer had, and then the periods in which the App Store tries to bill,
  /// each with its first and its last instant.
  private mutating func periods(of decision: Decision) {
    let service = decision.periods.map { ($0.kind.rawValue, $0.start, $0.end, Optional($0)) }
    let recoveries = decision.recoveries.map {
      ($0.kind.rawValue, $0.start, $0.end, ServicePeriod?.none)
    }
    objects("periods", service + recoveries) { json, period in
      let (kind, start, end, service) = period
      json.member("from", start)
      json.member("through", end.adding(milliseconds: -1))
      json.member("kind", kind)
      json.member("product", service?.productId)
      json.member("price", service?.price)
      json.member("offer", service?.winBackOffer)
    }
  }

  /// Writes the result of a purchase by the schema `redemption`.
  package mutating func members(ofRedemption attempt: RedemptionAttempt) {
    member("customerId", attempt.customerId)
    member("subscriptionGroupIdentifier", attempt.subscriptionGroupIdentifier)
    member("offerId", attempt.offerId)
    member("at", attempt.at)
    member("redeemable", orNull: attempt.verdict.truth.bool)
    object("window", orNull: attempt.window) { $0.members(of: $1) }
    member("failedRules", attempt.failures.map { $0.id })
    if !attempt.missing.isEmpty { member("missing", attempt.missing) }
    member("lastBefore", orNull: attempt.lastBefore)
    member("firstAfter", orNull: attempt.firstAfter)
  }

  package mutating func members(of offer: OfferKey) {
    member("subscriptionGroupIdentifier", offer.group)
    member("offerId", offer.offerId)
  }

  package mutating func members(of window: Window) {
    member("from", orNull: window.from)
    member("through", orNull: window.through)
  }

  private mutating func members(of merchandising: Merchandising) {
    member("show", merchandising.show.rawValue)
    member("productId", orNull: merchandising.productId)
    member("offerId", orNull: merchandising.offerId)
    member("because", merchandising.because)
    if !merchandising.missing.isEmpty { member("missing", merchandising.missing) }
    objects("windows", merchandising.windows) { $0.members(of: $1) }
    member("changesAt", orNull: merchandising.changesAt)
    objects("preferred", merchandising.preferred) { json, preference in
      json.member("productId", preference.productId)
      json.member("type", preference.kind.rawValue)
      json.member("offerId", orNull: preference.offerId)
    }
    objects("hingesOn", merchandising.hingesOn) { json, hinge in
      json.member("policy", hinge.policy)
      json.member("value", hinge.value)
      json.member("alternative", hinge.alternative)
      json.member("show", hinge.show.rawValue)
      json.member("offerId", orNull: hinge.offerId)
    }
  }

  private mutating func members(of facts: SubscriptionFacts) {
    member("productId", orNull: facts.productId)
    member("lapsedAt", orNull: facts.lapsedAt)
    if let earliest = facts.lapsedAtEarliest { member("lapsedAtEarliest", earliest) }
    member("state", orNull: facts.state?.rawValue)
    member("willAutoRenew", orNull: facts.willAutoRenew)
    member("hasSharedAccess", orNull: facts.hasSharedAccess)
    member(facts.mayHavePaidMore ? "paidMonthsAtLeast" : "paidMonths", facts.paidMonths)
    if let most = facts.mostPaidMonths, facts.mayHavePaidMore { member("paidMonthsAtMost", most) }
    member("storefront", orNull: facts.storefront?.code)
    member("expirationIntent", orNull: facts.expirationIntent)
  }

  private mutating func members(of evidence: Evidence) {
    member("dataThrough", orNull: evidence.dataThrough)
    member("reachesFirstPurchase", evidence.reachesFirstPurchase)
    member("missingBefore", evidence.missingPurchases.map { $0.before.description })
    member("renewalInfo", evidence.renewalInfo.rawValue)
    member("prices", evidence.prices)
    member("offers", evidence.offers)
    object("storeAnswer", orNull: evidence.storeAnswer) { json, answer in
      json.member("asOf", orNull: answer.asOf)
      json.member("eligibleWinBackOfferIDs", answer.eligibleWinBackOfferIDs)
      json.member("agrees", answer.agrees)
    }
  }

  private mutating func members(of offer: OfferDecision, _ kind: OfferKind) {
    member("kind", kind.rawValue)
    member("offerId", offer.offerId)
    member("productId", offer.productId)
    member("verdict", offer.verdict.rawValue)
    objects("rules", offer.rules) { $0.members(of: $1) }
    objects("windows", offer.windows) { $0.members(of: $1) }
    if !offer.undeterminedWindows.isEmpty {
      objects("undeterminedWindows", offer.undeterminedWindows) { $0.members(of: $1) }
    }
    member("changesAt", orNull: offer.changesAt)
    objects("smallestChanges", offer.smallestChanges) { $0.members(of: $1) }
    objects("hingesOn", offer.hingesOn) { json, hinge in
      json.member("policy", hinge.policy)
      json.member("value", hinge.value)
      json.member("alternative", hinge.alternative)
      json.member("verdict", hinge.verdict.rawValue)
    }
  }

  private mutating func members(of rule: RuleOutcome) {
    member("id", rule.id)
    member("title", rule.title)
    member("outcome", orNull: rule.outcome.bool)
    member("reason", rule.reason)
    member("because", rule.because)
    if !rule.missing.isEmpty { member("missing", rule.missing) }
    objects("conditions", rule.conditions) { json, condition in
      json.member("expression", condition.expression)
      json.member("operator", condition.comparison)
      json.member("actual", orNull: condition.actual)
      json.member("needed", orNull: condition.needed)
      json.member("outcome", orNull: condition.outcome.bool)
    }
  }

  private mutating func members(of change: SmallestChange) {
    switch change {
    case .wait(let instant):
      member("kind", "wait")
      member("until", instant)
    case .never: member("kind", "never")
    case .offer(let edits):
      member("kind", "offer")
      objects("edits", edits) { json, edit in
        json.member("attribute", edit.attribute)
        json.member("rule", edit.rule)
        json.member("from", orNull: edit.from)
        json.member("to", orNull: edit.to)
      }
    }
  }
}

extension OfferKind {
  /// The member or column of results with the offers that a customer is eligible for.
  package var eligibleMember: String {
    self == .winBack ? "eligibleWinBackOfferIDs" : "eligibleOfferIDs"
  }

  /// The member or column of results with the offers that cannot be decided.
  package var undeterminedMember: String {
    self == .winBack ? "undeterminedWinBackOfferIDs" : "undeterminedOfferIDs"
  }
}

extension ServicePeriod {
  /// The price in the currency's unit, such as `9.99`; nil if it is not known.
  package var priceText: String? {
    guard let price else { return nil }
    let (whole, part) = price.quotientAndRemainder(dividingBy: 1000)
    let digits = "\(1000 + part)".dropFirst()
    return "\(whole).\(digits.hasSuffix("0") ? digits.dropLast() : digits)"
  }
}
