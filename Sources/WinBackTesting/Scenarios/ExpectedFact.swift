import CEL
import WinBack

/// A fact that a scenario may expect, by the name that results give it.
package enum ExpectedFact: String, Sendable, Hashable, CaseIterable {
  case productId
  case lapsedAt
  case state
  case willAutoRenew
  case hasSharedAccess
  case paidMonths
  case storefront
  case expirationIntent

  /// Returns the value of the fact; nil where it is absent or not known.
  func value(in facts: SubscriptionFacts) -> Value? {
    switch self {
    case .productId: facts.productId.map { .string($0) }
    case .lapsedAt: facts.lapsedAt.map { .timestamp($0) }
    case .state: .string(facts.state.rawValue)
    case .willAutoRenew: .bool(facts.willAutoRenew)
    case .hasSharedAccess: .bool(facts.hasSharedAccess)
    case .paidMonths: .int(Int64(facts.paidMonths))
    case .storefront: facts.storefront.map { .string($0.code) }
    case .expirationIntent: facts.expirationIntent.map { .int(Int64($0)) }
    }
  }
}
