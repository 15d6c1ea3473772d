import CEL
import WinBackFormats

extension Dice {
  /// Rules of all kinds: some of the App Store's, and others over every fact and attribute, which
  /// may have one fact or several, or no value at all.
  mutating func rules(besides appStore: RuleSet) throws -> CheckedRuleSet {
    while true {
      var ruleSet = appStore
      ruleSet.attributes = Self.attributes
      ruleSet.rules = appStore.rules.filter { _ in chance(20) }
      for index in 0..<number(1...3) {
        ruleSet.rules.append(
          Rule(id: "own-\(index)", title: "", require: condition(depth: number(0...2)), because: "")
        )
      }
      do {
        return try CheckedRuleSet(ruleSet)
      } catch {
        // A rule that nobody can meet is refused; there is another try.
        guard error.description.contains("never true") else { throw error }
      }
    }
  }

  /// Attributes of every type that a rule set can declare, some of them with other values than any
  /// rule asks for.
  mutating func attributes() -> [String: Value] {
    var attributes: [String: Value] = [:]
    for attribute in Self.attributes where chance(60) {
      attributes[attribute.name] = value(of: attribute.type)
    }
    return attributes
  }

  static let attributes: [RuleSet.Attribute] = [
    ("flag", .bool), ("count", .int), ("ratio", .double), ("text", .string), ("time", .timestamp),
    ("texts", .list(.string)), ("counts", .list(.int)),
  ].map { RuleSet.Attribute(name: $0, type: $1) }

  mutating func value(of type: ValueType) -> Value {
    switch type {
    case .bool: .bool(chance(50))
    case .int: .int(pick([0, 1, 2, 3, -1, .max, .min]))
    case .double: .double(pick([0, 1, 2.5, -1]))
    case .string: .string(pick(["a", "b", "USA", "g1.1", "expired", "é", "unheard of"]))
    case .timestamp: .timestamp(Instant(milliseconds: Reference.instant(pick(Self.days))))
    case .list(let element): .list((0..<pick([0, 1, 1, 2])).map { _ in value(of: element) })
    default: .null
    }
  }

  private static let days = ["2024-02-29", "2023-06-01", "2024-06-15", "2025-01-01"]

  /// A condition that is right, if perhaps never true.
  private mutating func condition(depth: Int) -> String {
    guard depth > 0 else { return comparison() }
    let left = condition(depth: depth - 1)
    let right = condition(depth: depth - 1)
    switch number(1...4) {
    case 1: return "(\(left) && \(right))"
    case 2: return "(\(left) || \(right))"
    case 3: return "!(\(left))"
    default: return "(\(comparison()) ? \(left) : \(right))"
    }
  }

  private mutating func comparison() -> String {
    let sign = pick(["==", "!=", "<", "<=", ">", ">="])
    let equality = pick(["==", "!="])
    let text = pick(["'a'", "'g1.1'", "'G2.1'", "'USA'", "'expired'", "''"])
    let texts = pick(["['a', 'b']", "['USA', 'JPN', 'usa']", "[]", "['g1.1', 'é3.1', 'none']"])
    let number = pick(["0", "1", "2", "3", "12"])
    let day = "timestamp('\(pick(Self.days))T00:00:00Z')"
    let instant = pick([
      "subscription.lapsedAt", "redemption.endedAt", "customer.attributes.time", day,
      "addMonths(subscription.lapsedAt, \(number))", "addMonths(redemption.endedAt, \(number))",
      "offer.startDate", "customer.lastRefundAt", "subscription.firstPurchaseDate",
      "customer.lastRedemptionAt", "customer.secondLastRedemptionAt",
      "customer.lastPromotionalOfferAt",
      "addMonths(subscription.firstPurchaseDate, \(number))",
    ])
    return pick([
      "subscription.paidMonths \(sign) \(number)",
      "subscription.paidMonths \(sign) offer.periodCount",
      "subscription.paidMonths % 2 == 0",
      "customer.refunds \(sign) \(number)",
      "customer.redemptions \(sign) \(number)",
      "customer.paidMonthsEver \(sign) \(number)",
      "subscription.price \(sign) offer.price", "offer.price \(sign) 990",
      "!has(customer.lastRedemptionAt) || now >= addMonths(customer.lastRedemptionAt, \(number))",
      "redemption.count \(sign) \(number)",
      "has(customer.lastRefundAt)",
      "customer.lastRefundAt \(sign) subscription.lapsedAt",
      "!has(customer.lastRefundAt) || now >= addMonths(customer.lastRefundAt, \(number))",
      "subscription.state \(equality) 'expired'",
      "subscription.state \(equality) 'subscribed'",
      "subscription.state in ['none', 'revoked', 'inGracePeriod', 'inBillingRetryPeriod']",
      "subscription.state.startsWith('in')",
      "subscription.willAutoRenew",
      "subscription.hasSharedAccess \(equality) subscription.willAutoRenew",
      "has(subscription.expirationIntent)",
      "subscription.expirationIntent \(sign) \(number)",
      "subscription.expirationIntent in [1, 2]",
      "has(subscription.productId)",
      "subscription.productId \(equality) \(text)",
      "subscription.productId \(equality) offer.productId",
      "subscription.productId in \(texts)",
      "subscription.productId.endsWith('.1')",
      "customer.storefront \(equality) \(text)",
      "customer.storefront in \(texts)",
      "size(customer.storefront) == 3",
      "has(subscription.lapsedAt)",
      "has(redemption.endedAt)",
      "now \(sign) \(instant)",
      "\(instant) \(sign) \(day)",
      "redemption.endedAt \(sign) subscription.lapsedAt",
      "now - subscription.lapsedAt \(sign) duration('2000h')",
      // Whether there is a double or a list is another test's question.
      "has(customer.attributes.\(pick(["flag", "count", "text", "time"])))",
      "customer.attributes.flag",
      "customer.attributes.count \(sign) \(number)",
      "customer.attributes.count + 1 \(sign) \(number)",
      "customer.attributes.count \(sign) 1.5",
      "6 / customer.attributes.count \(sign) \(number)",
      "customer.attributes.ratio \(sign) \(number).0",
      "customer.attributes.text \(equality) \(text)",
      "customer.attributes.text in \(texts)",
      "customer.attributes.text < \(text)",
      "customer.attributes.text \(equality) subscription.productId",
      "'a' in customer.attributes.texts",
      "subscription.productId in customer.attributes.texts",
      "size(customer.attributes.counts) \(sign) 1",
      "customer.attributes.counts \(equality) [1, 2]",
      "customer.attributes.texts \(equality) \(texts)",
      "offer.periodCount \(sign) \(number)",
      "has(offer.endDate)",
      "policy.candidateOffers == 'mostRecentProduct'",
    ])
  }
}
