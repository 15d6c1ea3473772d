package import CEL

/// The variables of rules that the timeline gives, in the order of their identifiers.
package enum FactVariable: Int, CaseIterable, Sendable {
  case now, productId, lapsedAt, state, willAutoRenew, hasSharedAccess, paidMonths,
    expirationIntent, storefront, redemptionEndedAt, willRenew, hasReceivedIntroductoryOffer,
    hasEverSubscribed, refunds, lastRefundAt, redemptions, firstPurchaseDate, redemptionCount,
    lastRedemptionAt, secondLastRedemptionAt, lastPromotionalOfferAt, paidMonthsEver, price,
    offerPrice

  private var entry: Fact {
    switch self {
    case .now: Fact("now", .instant, from: .clock)
    case .productId: Fact("subscription.productId", .product, isOptional: true)
    case .lapsedAt: Fact("subscription.lapsedAt", .instant, isOptional: true)
    case .state: Fact("subscription.state", .state)
    case .willAutoRenew: Fact("subscription.willAutoRenew", .truth)
    case .hasSharedAccess: Fact("subscription.hasSharedAccess", .truth)
    case .paidMonths: Fact("subscription.paidMonths", .integer, from: .paidService)
    case .expirationIntent: Fact("subscription.expirationIntent", .integer, isOptional: true)
    case .storefront: Fact("customer.storefront", .storefront)
    case .redemptionEndedAt:
      Fact("redemption.endedAt", .instant, isOptional: true, from: .offerRedemptions)
    case .willRenew: Fact("customer.willRenew", .truth, from: .statuses)
    case .hasReceivedIntroductoryOffer:
      Fact("customer.hasReceivedIntroductoryOffer", .truth, from: .statuses)
    case .hasEverSubscribed: Fact("customer.hasEverSubscribed", .truth)
    case .refunds: Fact("customer.refunds", .integer, from: .allTransactions)
    case .lastRefundAt:
      Fact("customer.lastRefundAt", .instant, isOptional: true, from: .allTransactions)
    case .redemptions: Fact("customer.redemptions", .integer, from: .allTransactions)
    case .firstPurchaseDate:
      Fact("subscription.firstPurchaseDate", .instant, isOptional: true, from: .allTransactions)
    case .redemptionCount: Fact("redemption.count", .integer, from: .offerRedemptions)
    case .lastRedemptionAt:
      Fact("customer.lastRedemptionAt", .instant, isOptional: true, from: .allTransactions)
    case .secondLastRedemptionAt:
      Fact("customer.secondLastRedemptionAt", .instant, isOptional: true, from: .allTransactions)
    case .lastPromotionalOfferAt:
      Fact("customer.lastPromotionalOfferAt", .instant, isOptional: true, from: .allTransactions)
    case .paidMonthsEver: Fact("customer.paidMonthsEver", .integer, from: .wholeHistory)
    case .price: Fact("subscription.price", .integer, isOptional: true, from: .wholeHistory)
    case .offerPrice: Fact("offer.price", .integer, from: .offerPrices)
    }
  }

  private static let facts = allCases.map { $0.entry }
  package var fact: Fact { Self.facts[rawValue] }

  package var variable: Variable { fact.variable }

  /// Whether the fact is counted over all transactions of the group, which happens only if a rule
  /// reads it.
  package var isCounted: Bool { fact.source == .allTransactions }
  package var isOfOffer: Bool { fact.source == .offerRedemptions || self == .offerPrice }

  /// The instants that are found among all transactions of the group.
  package static let countedInstants = allCases.filter {
    $0.isCounted && $0.fact.code == .instant
  }

  /// The name of the fact in results and scenarios, without its prefix.
  package var name: String { String(variable.name.split(separator: ".").last ?? "") }

  /// Returns the value that a number represents; only text needs symbols.
  package func value(of number: Int64, _ symbols: @autoclosure () -> SymbolTable) -> Value {
    switch fact.code {
    case .instant: .timestamp(Instant(milliseconds: number))
    case .truth: .bool(number != 0)
    case .integer: .int(number)
    case .product: .string(symbols().text(of: Symbol(index: Int32(truncatingIfNeeded: number))))
    case .state: .string(SubscriptionState.allCases.first { $0.number == number }?.rawValue ?? "")
    case .storefront: .string(Storefront(packed: UInt32(truncatingIfNeeded: number)).code)
    }
  }

  /// Returns the number that represents a value; nil for text that no customer can have, and for
  /// products, whose symbols differ between catalogs.
  func number(of value: Value) -> Int64? {
    guard case .string(let text) = value else { return value.number }
    return switch fact.code {
    case .state: SubscriptionState(rawValue: text)?.number
    case .storefront: Storefront(text).flatMap { $0.code == text ? Int64($0.packed) : nil }
    case .product, .instant, .truth, .integer: nil
    }
  }
}

/// The definition of a fact; a new fact needs only this and its value in ``Facts/value(of:)``.
package struct Fact: Sendable {
  package enum Code: Sendable {
    case instant, truth, integer, product, state, storefront
  }

  package enum Source: Sendable {
    /// None: the clock is not a fact of a history.
    case clock
    case latestPurchase
    /// The periods of service (F7).
    case paidService
    /// The redemptions of the offer in question (F9).
    case offerRedemptions
    /// The statuses of shared subscriptions, and introductory offers (M1, M2).
    case statuses
    case allTransactions
    /// The history in all groups, and the prices, which no condition is solved for: only a
    /// ``Snapshot`` reads them.
    case wholeHistory
    /// The prices of the offer in question, by the storefront; ``OfferProgram`` writes them instead of
    /// the variable.
    case offerPrices
  }

  package let variable: Variable
  package let code: Code
  package let source: Source

  init(
    _ name: String,
    _ code: Code,
    isOptional: Bool = false,
    from source: Source = .latestPurchase
  ) {
    let type: ValueType =
      switch code {
      case .instant: .timestamp
      case .truth: .bool
      case .integer: .int
      case .product, .state, .storefront: .string
      }
    variable = Variable(name, type, isOptional: isOptional, isClock: source == .clock)
    self.code = code
    self.source = source
  }
}

extension Value {
  var number: Int64? { if case .bool(let bool) = self { bool ? 1 : 0 } else { ordinal } }
}
