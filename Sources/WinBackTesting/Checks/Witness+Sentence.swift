import CEL
public import WinBackAnalysis

extension Witness: CustomStringConvertible {
  /// The facts in a sentence, such as "ada on 2025-01-15: basic.monthly, 3 paid months, USA".
  public var description: String {
    var parts: [String] = []
    if let productId = facts.productId, let lapsedAt = facts.lapsedAt {
      parts.append(productId)
      parts.append(Int(facts.paidMonths).counted("paid month"))
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
      .map { id, instant in
        let times = facts.redemptionCounts[id].map { " \($0) times" } ?? ""
        return "redeemed \(id)\(times), which counts from \(instant.brief)"
      }
    parts += transactions
    parts += facts.attributes.ordered { $0.key < $1.key }.map { "\($0) \($1)" }
    return "\(history.customerId) on \(asOf.brief): \(parts.joined(separator: ", "))"
  }
}

extension Witness {
  /// What rules can read of all transactions, a phrase each.
  private var transactions: [String] {
    var parts: [String] = []
    if case .timestamp(let instant)? = facts.counts[.firstPurchaseDate] {
      parts.append("first purchase on \(instant.brief)")
    }
    if case .int(let count)? = facts.counts[.redemptions] {
      let own = facts.redemptions.keys.reduce(0) { $0 + (facts.redemptionCounts[$1] ?? 1) }
      if count > own { parts.append("redeemed \(Int(count - own).counted("earlier offer"))") }
    }
    if case .int(let count)? = facts.counts[.refunds], count > 0 {
      let last: String =
        if case .timestamp(let instant)? = facts.counts[.lastRefundAt] {
          ", the last on \(instant.brief)"
        } else { "" }
      parts.append(Int(count).counted("refund") + last)
    }
    if facts.hasReceivedIntroductoryOffer { parts.append("had an introductory offer") }
    return parts
  }
}

extension OfferNames {
  package var phrase: String {
    let names = ids + (hasMore ? ["others"] : [])
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

extension LintFinding.Example {
  /// The facts of the customer and the offers, such as "ada on 2025-01-15: basic.monthly, USA; may
  /// have basic_1m_free".
  package var sentence: String { "\(witness); may have \(eligible.phrase)" }
}

extension CatalogComparison {
  /// Returns who shows a change, and which offers that customer may have before and after.
  package func sentence(about witness: Witness) -> String {
    let (from, to) = eligibleOffers(of: witness)
    return "\(witness); \(from.phrase) → \(to.phrase)"
  }
}
