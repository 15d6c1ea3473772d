package import CEL
import CalendarTime

/// Everything that there is to know about a fact: one of these is all that adds one, besides its value,
/// which ``Facts/value(of:)`` gives.
package struct Fact: Sendable {
  /// What the number of a fact stands for.
  package enum Code: Sendable {
    case instant
    case truth
    case integer
    case product
    case state
    case storefront
  }

  /// What must be read of a history for a fact.
  package enum Source: Sendable {
    /// Nothing: the clock is no fact of a history.
    case clock
    /// The latest purchase.
    case latestPurchase
    /// The periods of service (F7).
    case paidService
    /// The redemptions of the offer in question (F9).
    case offerRedemptions
    /// The statuses of shared subscriptions, and introductory offers (M1, M2).
    case statuses
    /// All transactions of the group, which are counted.
    case allTransactions
  }

  /// The variable of the rule language.
  package let variable: Variable
  /// What its number stands for.
  package let code: Code
  /// What must be read for it.
  let source: Source

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
