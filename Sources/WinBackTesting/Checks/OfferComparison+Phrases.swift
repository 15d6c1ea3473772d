import CEL
package import WinBackAnalysis

extension OfferComparison {
  /// What was changed of the offer, a phrase each, for people who do not know the attributes.
  package var phrases: [String] { phrases(of: edits) }

  /// What was changed of the terms, which customers see: prices, mode, length and wait.
  package var terms: [String] { phrases(of: edits.filter(\.isTerm)) }

  private func phrases(of edits: [Edit]) -> [String] {
    edits.filter { !$0.isPrice }.map(\.phrase) + edits.pricePhrases(for: term)
  }

  /// What changes, and a customer who gains and one who loses the offer, a line each.
  package func lines(in comparison: CatalogComparison) -> [String] {
    var lines = phrases
    if edits.isEmpty, !changedRules.isEmpty {
      lines.append("by the rules \(changedRules.joined(separator: ", "))")
    }
    if let doubt { lines.append("not decided: \(doubt)") }
    for (verb, witness) in [("gains", gained), ("loses", lost)] {
      guard let witness else { continue }
      lines.append("\(verb) \(comparison.sentence(about: witness))")
    }
    return lines
  }

  /// How long a price is for, with a space before it.
  private var term: String {
    guard let offer else { return "" }
    let period = offer.duration.words
    return offer.offerMode == .payAsYouGo && offer.numberOfPeriods > 1
      ? " each period, \(offer.numberOfPeriods) times \(period)" : " for \(period)"
  }
}

extension SubscriptionComparison {
  /// What was changed of the subscription, a phrase each.
  package var phrases: [String] {
    edits.filter { !$0.isPrice }.map(\.phrase) + edits.pricePhrases(for: " for \(productId)")
  }
}

extension [OfferComparison.Edit] {
  /// How many different changes of prices a result has, and how many storefronts of each.
  private static var priceLimit: Int { 3 }

  fileprivate func pricePhrases(for term: String) -> [String] {
    var groups: [(from: String, to: String, storefronts: [String])] = []
    for edit in self where edit.isPrice {
      let storefront = String(edit.attribute.dropFirst(SubscriptionOffer.priceAttribute.count))
      if let index = groups.firstIndex(where: { ($0.from, $0.to) == (edit.from, edit.to) }) {
        groups[index].storefronts.append(storefront)
      } else {
        groups.append((edit.from, edit.to, [storefront]))
      }
    }
    var phrases = groups.prefix(Self.priceLimit).map { from, to, storefronts in
      let more = storefronts.count - Self.priceLimit
      let names = storefronts.prefix(Self.priceLimit).joined(separator: ", ")
      let customers = "customers in \(names)\(more > 0 ? " and \(more) other storefronts" : "")"
      if to == "none" { return "the price for \(customers) is gone, was \(from)" }
      if from == "none" { return "\(customers) pay \(to)\(term), no price was known" }
      return "\(customers) pay \(to) instead of \(from)\(term)"
    }
    let more = groups.count - Self.priceLimit
    if more > 0 { phrases.append("\(more) other changes of prices") }
    return phrases
  }
}

extension ReachChange {
  package var mark: String {
    switch self {
    case .added, .wider: "+"
    case .removed, .narrower: "-"
    case .incomparable: "±"
    case .undetermined: "?"
    case .same: "="
    }
  }

  package var phrase: String {
    switch self {
    case .added: "is new"
    case .removed: "is gone"
    case .same: "reaches the same customers"
    case .wider: "reaches more customers"
    case .narrower: "reaches fewer customers"
    case .incomparable: "reaches other customers"
    case .undetermined: "may reach other customers"
    }
  }
}

extension OfferComparison.Edit {
  package var isPrice: Bool { attribute.hasPrefix(SubscriptionOffer.priceAttribute) }

  /// Whether it changes what a customer gets and pays, and not only who is eligible.
  package var isTerm: Bool {
    isPrice
      || [
        "offerMode", "duration", "periodCount", "targetSubscriptionPlanType",
        "customerEligibilityWaitBetweenOffersInMonths",
      ].contains(attribute)
  }

  package var phrase: String {
    switch attribute {
    case "customerEligibilityPaidSubscriptionDurationInMonths":
      "\(Self.months(to)) paid needed, was \(from)"
    case "customerEligibilityTimeSinceLastSubscribedInMonths.minimum":
      "\(Self.months(to)) away needed, was \(from)"
    case "customerEligibilityTimeSinceLastSubscribedInMonths.maximum":
      "\(to == "none" ? "any number of months" : "at most " + Self.months(to)) away, was \(from)"
    case "customerEligibilityWaitBetweenOffersInMonths":
      "\(to == "none" ? "no wait" : Self.months(to)) between two redemptions, was \(from)"
    case "startDate": "starts on \(to), was \(from)"
    case "endDate": "\(to == "none" ? "has no end" : "ends on \(to)"), was \(from)"
    case "offerMode": "\(Self.mode(to)), was \(Self.mode(from))"
    case "duration", "subscriptionPeriod":
      "a period is \(Self.period(to)), was \(Self.period(from))"
    case "periodCount": "\(to) \(to == "1" ? "period" : "periods"), was \(from)"
    case "priority": "priority \(to.lowercased()), was \(from.lowercased())"
    case "promotionIntent": "promotion \(to), was \(from)"
    case "productId": "for the product \(to), was \(from)"
    case "referenceName": "name \(to), was \(from)"
    case "territories": Self.storefronts(from, to)
    default: "\(attribute) \(to), was \(from)"
    }
  }

  /// The edit with the attribute as catalogs write it, such as `startDate 2025-01-01 → 2025-01-02`.
  var sentence: String {
    if from == "none" { return "\(attribute) set to \(to)" }
    return to == "none" ? "\(attribute) \(from) dropped" : "\(attribute) \(from) → \(to)"
  }

  private static func months(_ count: String) -> String {
    (count == "none" ? "no" : count) + (count == "1" ? " month" : " months")
  }

  private static func mode(_ mode: String) -> String {
    switch mode {
    case "FREE_TRIAL": "free"
    case "PAY_UP_FRONT": "paid up front"
    case "PAY_AS_YOU_GO": "paid each period"
    default: mode
    }
  }

  private static func period(_ duration: String) -> String {
    OfferDuration(rawValue: duration)?.words ?? duration.lowercased()
  }

  private static func storefronts(_ from: String, _ to: String) -> String {
    let (old, new) = (from.parts(around: ", "), to.parts(around: ", "))
    let added = new.filter { !old.contains($0) }
    let removed = old.filter { !new.contains($0) }
    guard !(old + new).contains(where: { $0.utf8.count > 3 }) else {
      return "in \(abbreviated(new)), was \(abbreviated(old))"
    }
    return [("also in ", added), ("no longer in ", removed)].filter { !$0.1.isEmpty }
      .map { $0.0 + abbreviated($0.1) }.joined(separator: ", ")
  }

  private static func abbreviated(_ storefronts: [Substring]) -> String {
    let limit = 10
    let more = storefronts.count - limit
    return storefronts.prefix(limit).joined(separator: ", ")
      + (more > 0 ? " and \(more) others" : "")
  }
}

extension SuiteScore.Missing {
  /// The change for people, such as `no scenario notices loyal: 4 months paid needed, was 3`.
  package var phrase: String {
    "no scenario notices \(offer.map { "\($0): " } ?? "")\(edit?.phrase ?? sentence)"
  }
}
