import CEL
import CalendarTime
import WinBack

/// A decision as text for people: the answer first, then the picture, then each offer with reasons.
struct DecisionText {
  let style: TextStyle
  let width: Int

  /// Returns the text of a decision; it ends with a line feed.
  func text(of decision: Decision) -> String {
    var text = headline(of: decision)
    text += "\n" + answer(of: decision)
    let picture = TimelinePicture(decision, style: style, width: width)
    if !picture.text.isEmpty { text += "\n" + picture.text }
    for offer in decision.offers { text += "\n" + section(on: offer) }
    return text
  }

  private func headline(of decision: Decision) -> String {
    let group =
      decision.subscriptionGroupIdentifier.isEmpty
      ? "" : " in group \(decision.subscriptionGroupIdentifier.printable)"
    return style.bold(decision.customerId.printable) + group + ", as of \(decision.asOf.brief)\n"
  }

  // MARK: - The answer

  private func answer(of decision: Decision) -> String {
    var table = TextTable(columns: [.init(""), .init("")])
    table.append(["eligible", list(decision.eligibleWinBackOfferIDs, style.green)])
    let undetermined = decision.undeterminedWinBackOfferIDs
    if !undetermined.isEmpty { table.append(["undetermined", list(undetermined, style.yellow)]) }
    table.append(["changes", decision.changesAt?.brief ?? "never, if nothing is bought"])
    table.append(["subscription", status(of: decision.facts)])
    return table.rendered()
  }

  private func list(_ ids: [String], _ color: (String) -> String) -> String {
    ids.isEmpty ? "none" : ids.map { color($0.printable) }.joined(separator: ", ")
  }

  private func status(of facts: SubscriptionFacts) -> String {
    guard let productId = facts.productId, let lapsedAt = facts.lapsedAt else {
      return facts.hasSharedAccess ? "never owned one; has shared access" : "never owned one"
    }
    let state =
      switch facts.state {
      case .none: "never owned one"
      case .subscribed: "active until \(lapsedAt.brief)"
      case .revoked: "refunded, ended \(lapsedAt.brief)"
      case .inGracePeriod: "in grace until \(lapsedAt.brief)"
      case .inBillingRetryPeriod: "in billing retry, ended \(lapsedAt.brief)"
      case .expired: "ended \(lapsedAt.brief)"
      }
    var parts = [productId.printable, state]
    parts.append("\(facts.paidMonths) paid \(facts.paidMonths == 1 ? "month" : "months")")
    parts.append(facts.willAutoRenew ? "renews" : "does not renew")
    if facts.hasSharedAccess { parts.append("has shared access") }
    if let storefront = facts.storefront { parts.append(storefront.code) }
    return parts.joined(separator: ", ")
  }

  // MARK: - One offer

  private func section(on offer: OfferDecision) -> String {
    let title = "\(mark(of: offer.verdict)) \(style.bold(offer.offerId.printable))"
    var text = "\(title) on \(offer.productId.printable): \(verdict(of: offer))\n"
    var rules = TextTable(columns: [.init(""), .init(""), .init("")])
    for rule in offer.rules {
      rules.append([mark(of: rule.outcome), rule.id.printable, sentence(of: rule)])
    }
    text += indented(rules.rendered())
    var notes = TextTable(columns: [.init(""), .init("")])
    for (index, window) in offer.windows.enumerated() {
      notes.append([index == 0 ? "windows" : "", "\(window.from) through \(window.lastText)"])
    }
    if offer.windows.isEmpty { notes.append(["windows", "none"]) }
    if let change = offer.changesAt { notes.append(["changes", change.brief]) }
    for change in offer.smallestChanges { notes.append(row(on: change)) }
    for (index, hinge) in offer.hingesOn.enumerated() {
      notes.append([index == 0 ? "hinges on" : "", sentence(of: hinge)])
    }
    return text + indented(notes.rendered())
  }

  private func mark(of verdict: Verdict) -> String {
    switch verdict {
    case .eligible: mark(of: true)
    case .ineligible: mark(of: false)
    case .undetermined: mark(of: nil)
    }
  }

  private func mark(of outcome: Bool?) -> String {
    switch outcome {
    case true?: style.green("✓")
    case false?: style.red("✗")
    case nil: style.yellow("?")
    }
  }

  private func verdict(of offer: OfferDecision) -> String {
    switch offer.verdict {
    case .eligible: style.green("eligible")
    case .ineligible: style.red("not eligible")
    case .undetermined:
      style.yellow("undetermined")
        + ", not known: \(offer.missingFacts.joined(separator: ", ").printable)"
    }
  }

  private func sentence(of rule: RuleOutcome) -> String {
    let because = rule.because.withBriefInstants.printable
    return rule.outcome == true ? style.dim(because) : because
  }

  private func row(on change: SmallestChange) -> [String] {
    switch change {
    case .wait(let instant): ["customer", "eligible from \(instant.brief), buying nothing till then"]
    case .never: ["customer", "never eligible again, buying nothing"]
    case .offer(let edits):
      ["offer", "eligible now with " + edits.map(sentence).joined(separator: " and ")]
    }
  }

  private func sentence(of edit: SmallestChange.Edit) -> String {
    let from = edit.from.map { $0.text.printable } ?? "none"
    let to = edit.to.map { $0.text.printable } ?? "none"
    return "\(edit.attribute) \(from) → \(to)"
  }

  private func sentence(of hinge: Hinge) -> String {
    "policy \(hinge.policy.printable): \(hinge.verdict.phrase) if it were "
      + "\(hinge.alternative.printable), not \(hinge.value.printable)"
  }

  private func indented(_ lines: String) -> String {
    lines.split(separator: "\n").map { "    \($0)\n" }.joined()
  }
}

extension Verdict {
  /// The verdict within a sentence.
  fileprivate var phrase: String {
    switch self {
    case .eligible: "eligible"
    case .ineligible: "not eligible"
    case .undetermined: "undetermined"
    }
  }
}

extension Window {
  /// The end of the window as people read it.
  fileprivate var lastText: String {
    through?.description ?? "the end of time"
  }
}
