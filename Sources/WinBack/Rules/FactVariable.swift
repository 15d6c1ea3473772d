package import CEL

/// The variables that rules read and that the timeline answers, in the order of their identifiers.
package enum FactVariable: Int, CaseIterable, Sendable {
  case now
  case productId
  case lapsedAt
  case state
  case willAutoRenew
  case hasSharedAccess
  case paidMonths
  case expirationIntent
  case storefront
  case redemptionEndedAt

  /// The variable of the rule language.
  package var variable: Variable {
    switch self {
    case .now: Variable("now", .timestamp, isClock: true)
    case .productId: optional("subscription.productId", .string)
    case .lapsedAt: optional("subscription.lapsedAt", .timestamp)
    case .state: given("subscription.state", .string)
    case .willAutoRenew: given("subscription.willAutoRenew", .bool)
    case .hasSharedAccess: given("subscription.hasSharedAccess", .bool)
    case .paidMonths: given("subscription.paidMonths", .int)
    case .expirationIntent: optional("subscription.expirationIntent", .int)
    case .storefront: given("customer.storefront", .string)
    case .redemptionEndedAt: optional("redemption.endedAt", .timestamp)
    }
  }

  private func given(_ name: String, _ type: ValueType) -> Variable {
    Variable(name, type)
  }

  private func optional(_ name: String, _ type: ValueType) -> Variable {
    Variable(name, type, isOptional: true)
  }
}
