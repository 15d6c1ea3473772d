import CEL
import WinBack
import WinBackAnalysis
import WinBackFormats

extension Witness {
  /// The facts in a sentence, such as "ada on 2025-01-15: basic.monthly, 3 paid months, USA".
  var sentence: String {
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
    parts += facts.redemptions.ordered { $0.key < $1.key }
      .map { "redeemed \($0), which counts from \($1.brief)" }
    parts += facts.attributes.ordered { $0.key < $1.key }.map { "\($0) \($1)" }
    return "\(history.customerId) on \(asOf.brief): \(parts.joined(separator: ", "))"
  }
}

extension OfferNames {
  var phrase: String {
    let names = ids + (hasMore ? ["others"] : [])
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

extension LintFinding.Example {
  /// The facts of the customer and the offers, such as "ada on 2025-01-15: basic.monthly, USA; may
  /// have basic_1m_free".
  var sentence: String { "\(witness.sentence); may have \(eligible.phrase)" }
}
