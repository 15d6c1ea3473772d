package import CEL
import CalendarTime

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
  case willRenew
  case hasReceivedIntroductoryOffer
  case hasEverSubscribed
  case refunds
  case lastRefundAt
  case redemptions
  case firstPurchaseDate

  /// The variable of the rule language.
  package var variable: Variable {
    switch self {
    case .now: Variable("now", .timestamp, isClock: true)
    case .productId: Variable("subscription.productId", .string, isOptional: true)
    case .lapsedAt: Variable("subscription.lapsedAt", .timestamp, isOptional: true)
    case .state: Variable("subscription.state", .string)
    case .willAutoRenew: Variable("subscription.willAutoRenew", .bool)
    case .hasSharedAccess: Variable("subscription.hasSharedAccess", .bool)
    case .paidMonths: Variable("subscription.paidMonths", .int)
    case .expirationIntent: Variable("subscription.expirationIntent", .int, isOptional: true)
    case .storefront: Variable("customer.storefront", .string)
    case .redemptionEndedAt: Variable("redemption.endedAt", .timestamp, isOptional: true)
    case .willRenew: Variable("customer.willRenew", .bool)
    case .hasReceivedIntroductoryOffer:
      Variable("customer.hasReceivedIntroductoryOffer", .bool)
    case .hasEverSubscribed: Variable("customer.hasEverSubscribed", .bool)
    case .refunds: Variable("customer.refunds", .int)
    case .lastRefundAt: Variable("customer.lastRefundAt", .timestamp, isOptional: true)
    case .redemptions: Variable("customer.redemptions", .int)
    case .firstPurchaseDate:
      Variable("subscription.firstPurchaseDate", .timestamp, isOptional: true)
    }
  }

  /// Whether all transactions of the group are counted for the fact, which is done only for rules that read
  /// it.
  var isCounted: Bool {
    switch self {
    case .refunds, .lastRefundAt, .redemptions, .firstPurchaseDate: true
    case .now, .productId, .lapsedAt, .state, .willAutoRenew, .hasSharedAccess, .paidMonths,
      .expirationIntent, .storefront, .redemptionEndedAt, .willRenew,
      .hasReceivedIntroductoryOffer, .hasEverSubscribed:
      false
    }
  }

  /// The name of the fact in results and scenarios, without what it belongs to.
  package var name: String { String(variable.name.split(separator: ".").last ?? "") }

  /// Returns the value that a number stands for.
  func value(of number: Int64, _ symbols: SymbolTable) -> Value {
    switch self {
    case .now, .lapsedAt, .redemptionEndedAt, .lastRefundAt, .firstPurchaseDate:
      .timestamp(Instant(milliseconds: number))
    case .productId: .string(symbols.text(of: Symbol(index: Int32(truncatingIfNeeded: number))))
    case .state:
      .string(SubscriptionState.allCases.first { $0.number == number }?.rawValue ?? "")
    case .willAutoRenew, .hasSharedAccess, .willRenew, .hasReceivedIntroductoryOffer,
      .hasEverSubscribed:
      .bool(number != 0)
    case .paidMonths, .expirationIntent, .refunds, .redemptions: .int(number)
    case .storefront: .string(Storefront(packed: UInt32(truncatingIfNeeded: number)).code)
    }
  }

  /// Returns the number that stands for a value; nil for text that no customer can have.
  ///
  /// `symbols` takes text that rules compare products with.
  func number(of value: Value, _ symbols: inout SymbolTable) -> Int64? {
    guard case .string(let text) = value else { return value.number }
    return switch self {
    case .state: SubscriptionState(rawValue: text)?.number
    case .storefront:
      Storefront(text).flatMap { $0.code == text ? Int64($0.packed) : nil }
    case .productId: Int64(symbols.intern(text).index)
    // No text is a value of these.
    case .now, .lapsedAt, .willAutoRenew, .hasSharedAccess, .paidMonths, .expirationIntent,
      .redemptionEndedAt, .willRenew, .hasReceivedIntroductoryOffer, .hasEverSubscribed, .refunds,
      .lastRefundAt, .redemptions, .firstPurchaseDate:
      nil
    }
  }
}

extension Value {
  /// The number that represents the value; nil for a text and for a value without a number.
  var number: Int64? {
    switch self {
    case .int(let integer): integer
    case .timestamp(let instant): instant.milliseconds
    case .duration(let milliseconds): milliseconds
    case .bool(let bool): bool ? 1 : 0
    case .double, .list, .null, .string: nil
    }
  }
}
