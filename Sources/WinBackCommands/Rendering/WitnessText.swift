import WinBack
import WinBackFormats

/// A witness as one sentence for people: what is so of the customer, and what the customer is
/// eligible for.
enum WitnessText {
  /// Returns the facts of a witness, such as "ada on 2025-01-15: basic.monthly, 3 paid months, USA".
  static func facts(of witness: Witness) -> String {
    let facts = witness.facts
    var parts: [String] = []
    if let productId = facts.productId, let lapsedAt = facts.lapsedAt {
      parts.append(productId)
      parts.append("\(facts.paidMonths) paid \(facts.paidMonths == 1 ? "month" : "months")")
      parts.append("\(lapsedAt > facts.now ? "lapses" : "lapsed") \(lapsedAt.brief)")
      if facts.state != .expired { parts.append(facts.state.rawValue) }
      if facts.willAutoRenew { parts.append("renews") }
    } else {
      parts.append("never subscribed")
    }
    if facts.hasSharedAccess { parts.append("has shared access") }
    if let intent = facts.expirationIntent { parts.append("expiration intent \(intent)") }
    parts.append(facts.storefront.code)
    for (offer, instant) in facts.redemptions.sorted(by: { $0.key < $1.key }) {
      parts.append("redeemed \(offer), which counts from \(instant.brief)")
    }
    for (name, value) in facts.attributes.sorted(by: { $0.key < $1.key }) {
      parts.append("\(name) \(value)")
    }
    return
      "\(witness.history.customerId) on \(witness.asOf.brief): \(parts.joined(separator: ", "))"
  }

  /// Returns the names of offers; nil if there are none.
  static func names(_ offers: OfferNames) -> String? {
    let names = offers.ids + (offers.hasMore ? ["others"] : [])
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension LintFinding.Example {
  /// The facts of the customer and the offers, such as "ada on 2025-01-15: basic.monthly, USA; may
  /// have basic_1m_free".
  var sentence: String {
    "\(WitnessText.facts(of: witness)); may have \(WitnessText.names(eligible) ?? "nothing")"
  }
}
