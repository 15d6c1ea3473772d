import CEL
import CalendarTime
package import WinBack

extension Answer {
  // MARK: - Reasons

  /// Returns the failures to report: those that never end, or if all end, the last one to end.
  ///
  /// While a subscription is active, the time since its end is counted from a future end. So the
  /// failure to report is that of the subscription's state. It also is for a customer who never owned
  /// one.
  func lasting(of offer: OfferDecision) -> [Obstacle] {
    let failures = obstacles[offer.offerId] ?? []
    let permanent = failures.filter { $0.end == nil }
    let current = decision.facts.state
    if current == .neverOwned || current == .subscribed && permanent.isEmpty,
      let state = (permanent.isEmpty ? failures : permanent)
        .first(where: { $0.rule.reads("subscription.state") })
    {
      return [state]
    }
    guard permanent.isEmpty else { return permanent }
    let last = failures.compactMap { $0.end }.max()
    return Array(failures.filter { $0.end == last }.prefix(1))
  }

  /// Returns whether the state that excludes the customer from an offer ends at an instant, on the day
  /// that the reason names; what is not compared, such as shared access, has none.
  func isEndOfState(of offer: OfferDecision, _ end: Instant) -> Bool {
    lasting(of: offer).contains { failure in
      var mentioned: Set<String> = []
      let clause = clause(about: failure, &mentioned)
      return failure.end == end
        && (failure.rule.conditions.isEmpty
          || failure.rule.reads("subscription.state")
            && [end.day, end.lastWholeDay].contains { clause.contains(part: $0) })
    }
  }

  /// Returns the reason why a rule fails, as a clause.
  ///
  /// The text is that of the rule set. If a rule reads the state of the subscription or the paid
  /// months, the dates and months of this customer are added; products have their names.
  func clause(about failure: Obstacle, _ mentioned: inout Set<String>) -> String {
    let rule = failure.rule
    if rule.reads("subscription.state"), let state = state(until: failure.end, &mentioned) {
      return state
    }
    return rule.reads("subscription.paidMonths") ? because(of: rule) + unpaid : because(of: rule)
  }

  /// Returns why a rule fails in the words of the rule set, with the names of products.
  func because(of rule: RuleOutcome) -> String {
    guard let (last, offered) = rule.otherProducts else { return rule.because.withDays }
    return "the customer last subscribed to \(names.productName(last)), and the offer is on "
      + names.productName(offered)
  }

  /// The periods that do not count as paid months, as the end of a clause.
  private var unpaid: String {
    let left = decision.unpaid
    var parts = left.earlierMonths == 0 ? [] : ["the \(left.earlierMonths) before the break"]
    for (number, word) in [(left.free, "free"), (left.refunded, "refunded")] where number > 0 {
      parts.append("\(number) \(word) \(number == 1 ? "period" : "periods")")
    }
    guard !parts.isEmpty else { return "" }
    let isOne = parts.count == 1 && left.earlierMonths < 2 && left.free < 2 && left.refunded < 2
    return "; \(parts.asList) \(isOne ? "does" : "do") not count"
  }

  /// Returns why the state of the subscription excludes the customer; nil if it does not.
  private func state(until end: Instant?, _ mentioned: inout Set<String>) -> String? {
    let facts = decision.facts
    let product = facts.productId.map(names.productName) ?? ""
    let service = decision.lastService
    switch facts.state {
    case .neverOwned:
      if let event = decision.nextEvent, event.kind == .purchase {
        return "the first purchase in \(group) is of \(event.instant.day)"
      }
      return "the customer never owned a subscription of \(group)"
    case .subscribed:
      guard let service else { return nil }
      if let offer = service.winBackOffer {
        return
          "the customer redeems \(name(offer, &mentioned)) right now, until \(service.end.lastWholeDay)"
      }
      let renewal =
        decision.evidence.renewalInfo == .applies
        ? facts.willAutoRenew == true ? " and renews" : " and does not renew" : ""
      return "the subscription to \(product) is active until \(service.end.lastWholeDay)\(renewal)"
    case .inGracePeriod:
      guard let service, let grace = decision.recoveries.first?.end else { return nil }
      return
        "the payment failed on \(service.end.day), and service continues until \(grace.lastWholeDay)"
    case .inBillingRetryPeriod:
      guard let service, let end else { return nil }
      return
        "the payment failed on \(service.end.day), and Apple tries it again until \(end.day) at "
        + "the latest"
    case .revoked:
      guard let service, let end else { return nil }
      return
        "the last purchase was refunded on \(service.end.day), and counts as ended from \(end.day)"
    case .expired, nil: return nil
    }
  }
  /// Returns the evidence of a decided answer, if it is old or incomplete, or has a later event that
  /// other sentences do not name.
  func basis(besides told: [String?]) -> String? {
    if let event = decision.nextEvent {
      return told.contains { $0?.contains(part: event.phrase) == true }
        ? nil : "The input has a later \(event.kind.rawValue), of \(event.instant.day)."
    }
    let evidence = decision.evidence
    if let through = evidence.dataThrough, through.adding(milliseconds: Self.oldAge) < now {
      let renewal =
        if decision.renewal?.autoRenews == false {
          ", when renewal was off"
        } else if decision.renewal?.isInBillingRetryPeriod == true {
          ", when Apple was retrying the payment"
        } else {
          ""
        }
      return
        "The input reaches only until \(through.day)\(renewal); \(Self.statuses) brings what came "
        + "after."
    }
    guard offers.contains(where: { $0.verdict == .eligible }) else { return nil }
    if evidence.renewalInfo == .missing {
      return
        "The input has no renewal information for the last purchase; \(Self.statuses) brings it."
    }
    return evidence.prices
      ? nil : "The input lacks prices, so that free periods may be counted as paid."
  }

  /// The age at which the end of the input counts as old, as in warnings about many histories.
  private static let oldAge: Int64 = 35 * Instant.millisecondsPerDay

  /// The commitment that has not ended.
  var commitment: String? {
    decision.commitmentEnd.map { "The commitment to pay every month ends on \($0.day)." }
  }

  /// The store's own answer, if it is different.
  func storeAnswer(_ mentioned: inout Set<String>) -> String? {
    guard let answer = decision.evidence.storeAnswer, !answer.isSame else { return nil }
    let instant = answer.asOf.map { "on \($0.day)" } ?? "itself"
    let named = answer.eligibleWinBackOfferIDs.offerList { name($0, &mentioned) }
    let ours = answer.ours { name($0, &mentioned) }
    return "The App Store \(instant) named \(named), and these rules \(ours) for that time."
  }
}

extension Evidence.StoreAnswer {
  /// Whether the rules give the same list, and decide each offer.
  package var isSame: Bool { agrees && undetermined.isEmpty }

  /// Returns our list as a predicate, such as `give no offer` or `cannot decide One month free`.
  package func ours(_ name: (String) -> String) -> String {
    let given = undetermined.isEmpty || !ours.isEmpty ? ["give \(ours.offerList(name))"] : []
    let open = undetermined.isEmpty ? [] : ["cannot decide \(undetermined.offerList(name))"]
    return (given + open).asList
  }
}

extension [String] {
  /// Returns the offers of these identifiers as a sentence lists them.
  package func offerList(_ name: (String) -> String) -> String {
    isEmpty ? "no offer" : map(name).asList
  }
}

extension Decision {
  /// The end of the commitment of the last purchase; nil if it has ended.
  var commitmentEnd: Instant? {
    guard let service = lastService, service.kind != .refunded, let end = service.commitmentEnd,
      end > asOf
    else { return nil }
    return end
  }
}

extension LaterEvent {
  /// The event in words, such as `purchase of 10 March 2024`.
  var phrase: String { "\(kind.rawValue) of \(instant.day)" }
}

extension RuleOutcome {
  fileprivate func reads(_ fact: String) -> Bool {
    conditions.contains { $0.expression.contains(part: fact) }
  }

  /// The customer's last product and that of the offer, if the rule fails because they differ.
  fileprivate var otherProducts: (last: String, offered: String)? {
    let condition = conditions.first {
      $0.outcome == .fails && $0.expression == "subscription.productId == offer.productId"
    }
    guard case .string(let last)? = condition?.actual,
      case .string(let offered)? = condition?.needed
    else { return nil }
    return (last, offered)
  }
}
