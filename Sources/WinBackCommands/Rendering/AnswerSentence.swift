import CEL
import CalendarTime
import WinBack

/// The answer about one timeline in a sentence or two that close a ticket: who, for what, why, and
/// until or from when.
///
/// It may hold what a terminal must not see.
struct AnswerSentence {
  let decision: Decision
  let names: CatalogNames

  /// The answer.
  var text: String { parts.filter { !$0.isEmpty }.joined(separator: " ") }

  private var who: String { decision.customerId }

  private var parts: [String] {
    if decision.subscriptionGroupIdentifier.isEmpty {
      return ["\(who) has no purchase in a known subscription group, so no offer applies."]
    }
    if decision.offers.isEmpty {
      let group = decision.subscriptionGroupIdentifier
      return ["The catalog has no win-back offer in group \(group), where \(who) is a customer."]
    }
    if let best = decision.offers.first(where: { $0.verdict == .eligible }) {
      return [eligible(for: best), assumption(about: best)]
    }
    if let open = decision.offers.first(where: { $0.verdict == .undetermined }) {
      return [
        "Whether \(who) is eligible for \(list(.undetermined)) is not known: \(gap(of: open)).",
        later,
      ]
    }
    return [
      "\(who) is not eligible for a win-back offer: \(obstacle).", later,
      next.map { assumption(about: $0) } ?? "",
    ]
  }

  // MARK: - Eligible

  private func eligible(for offer: OfferDecision) -> String {
    let window = offer.windows.first { $0.contains(decision.asOf) }
    let until = window?.through.map { "until \($0.after.brief)" } ?? "without an end"
    let since = window.map { "since \($0.from.brief), " } ?? ""
    return "\(who) is eligible for \(list(.eligible)), \(since)\(until): \(reason)."
  }

  /// Why somebody is a customer to win back.
  private var reason: String {
    guard let product = decision.facts.productId, let end = decision.facts.lapsedAt else {
      return "every rule holds"
    }
    return "the subscription to \(names.product(product)) ended \(end.brief) and does not renew"
  }

  private func list(_ verdict: Verdict) -> String {
    let offers = decision.offers.filter { $0.verdict == verdict }
    let shown = offers.prefix(3).map { names.offer($0.offerId) }
    let rest = offers.count - shown.count
    let more = rest == 0 ? [] : ["\(rest) more \(rest == 1 ? "offer" : "offers")"]
    let all = shown + more
    return all.count < 2
      ? all.joined() : all.dropLast().joined(separator: ", ") + " and \(all[all.count - 1])"
  }

  // MARK: - Not decided

  private func gap(of offer: OfferDecision) -> String {
    let missing = offer.missingFacts
    let end = decision.periods.last { $0.kind != .shared }?.end.brief ?? "the last purchase"
    switch decision.evidence.renewalInfo {
    case .stale:
      return "the input does not show whether the subscription was renewed after \(end)"
    case .missing where missing.contains("subscription.state"):
      return "the subscription ended \(end), and without renewal information the App Store may "
        + "still be retrying the payment"
    case .missing, .applies: break
    }
    if missing.contains("subscription.paidMonths") {
      return "the input does not reach back to the first purchase, so there may be more paid "
        + "months than it shows"
    }
    if missing.contains("redemption.endedAt") {
      return "the input does not say which offers were redeemed"
    }
    if missing.contains("customer.storefront") { return "the storefront is not known" }
    return "the input does not give " + missing.joined(separator: ", ")
  }

  // MARK: - Not eligible

  /// The offer that opens next, if nothing more is bought.
  private var next: OfferDecision? {
    decision.offers.filter { opening(of: $0) != nil }.min {
      (opening(of: $0) ?? .maximum) < (opening(of: $1) ?? .maximum)
    }
  }

  private func opening(of offer: OfferDecision) -> Instant? {
    for case .wait(let until) in offer.smallestChanges { return until }
    return offer.verdict == .undetermined
      ? offer.windows.first { $0.from > decision.asOf }?.from : nil
  }

  private var later: String {
    if let next, let opening = opening(of: next) {
      let condition =
        decision.facts.willAutoRenew == true
        ? "if the subscription does not renew" : "if nothing more is bought"
      return "Eligible for \(names.offer(next.offerId)) from \(opening.brief), \(condition)."
    }
    // What is not decided may be open already.
    guard decision.undeterminedWinBackOfferIDs.isEmpty else { return "" }
    switch decision.facts.willAutoRenew {
    case true: return "No offer opens while the subscription renews."
    case false: return "No offer opens without a new purchase."
    case nil: return ""
    }
  }

  /// What speaks against all offers; else against the one that is nearest: on the customer's own product
  /// if there is one, and with the fewest rules that fail.
  private var obstacle: String {
    let failing = decision.offers.map { offer in offer.rules.filter { $0.outcome == .fails } }
    let shared = failing.first?.first { rule in
      failing.allSatisfy { $0.contains { $0.id == rule.id && $0.because == rule.because } }
    }
    if let shared { return shared.because.withBriefInstants }
    func distance(_ offer: OfferDecision) -> (Int, Int) {
      (offer.productId == decision.facts.productId ? 0 : 1, offer.failedRules.count)
    }
    guard let nearest = next ?? decision.offers.min(by: { distance($0) < distance($1) })
    else { return "no rule speaks for it" }
    let reasons = nearest.rules.filter { $0.outcome == .fails }.map { rule in
      let isOfMonths = rule.conditions.contains {
        $0.expression.contains(part: "subscription.paidMonths")
      }
      let left = isOfMonths ? decision.notCounted.map { " (\($0))" } : nil
      return rule.because.withBriefInstants + (left ?? "")
    }
    return "for \(names.offer(nearest.offerId)), " + reasons.joined(separator: "; ")
  }

  /// The first assumption on which the verdict on an offer rests.
  private func assumption(about offer: OfferDecision) -> String {
    for hinge in offer.hingesOn {
      guard let policy = names.policy(hinge.policy), policy.certainty != .stated else { continue }
      return "This depends on an assumption that Apple does not confirm (\(hinge.policy)): "
        + policy.answer(hinge.value)
    }
    return ""
  }
}

extension Instant {
  /// The instant after this one: where something that lasts through this one is over.
  var after: Instant { adding(milliseconds: 1) }
}

extension Policy {
  /// What a value of the policy means, as a sentence.
  func answer(_ value: String) -> String {
    value == self.value
      ? meaning : alternatives.first { $0.value == value }?.title ?? "\(name) is \(value)."
  }
}
