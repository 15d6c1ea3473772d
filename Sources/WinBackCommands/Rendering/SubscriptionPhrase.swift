import CalendarTime
import WinBack

/// How it stands with a subscription, in a line.
struct SubscriptionPhrase {
  private let facts: SubscriptionFacts
  private let now: Instant

  init(_ facts: SubscriptionFacts, asOf now: Instant) {
    self.facts = facts
    self.now = now
  }

  /// The line; it may hold what a terminal must not see.
  var text: String { parts.joined(separator: ", ") }

  /// What the line says, one thing after another.
  var parts: [String] {
    guard let productId = facts.productId, let lapsedAt = facts.lapsedAt else {
      return [facts.hasSharedAccess ? "none so far, but shared access" : "none so far"]
    }
    let lapse = "\(lapsedAt > now ? "lapses" : "lapsed") \(lapsedAt.brief)"
    let state =
      switch facts.state {
      case .subscribed: "active until \(lapsedAt.brief)"
      case .revoked: "refunded, \(lapse)"
      case .inGracePeriod: "in its grace period, \(lapse)"
      case .inBillingRetryPeriod: "in billing retry, \(lapse)"
      case .neverOwned, .expired: lapse
      case nil: "\(lapse) unless a payment is being retried"
      }
    var parts = [productId, state]
    switch facts.willAutoRenew {
    case true: parts.append("renews")
    case false: if facts.state != .expired { parts.append("does not renew") }
    case nil: parts.append("renewal not known")
    }
    let atLeast = facts.mayHavePaidMore ? "at least " : ""
    parts.append("\(atLeast)\(facts.paidMonths) paid \(facts.paidMonths == 1 ? "month" : "months")")
    if facts.hasSharedAccess { parts.append("has shared access") }
    if let storefront = facts.storefront { parts.append(storefront.code) }
    return parts
  }
}
