import CEL
import TestSupport
import WinBack

extension CustomerHistory {
  /// Makes up a history with every member, or without any of them that may be absent.
  static func random(using generator: inout SplitMix64) -> CustomerHistory {
    let count = Int.random(in: 0...6, using: &generator)
    var history = CustomerHistory(
      customerId: .random(using: &generator),
      storefront: maybe(&generator) { _ in Storefront("XKS") } ?? nil,
      subscriptionGroupIdentifier: maybe(&generator) { _ in "21394321" },
      transactions: (0..<count).map { .random($0, using: &generator) },
      renewalInfo: (0..<Int.random(in: 0...2, using: &generator)).map { _ in
        .random(using: &generator)
      },
      attributes: maybe(&generator) { generator in
        [
          "text": .string(.random(using: &generator)), "flag": .bool(true), "count": .int(-3),
          "share": .double(0.25), "list": .list([.int(1), .string("a")]),
        ]
      } ?? [:],
      gaps: HistoryGaps(rawValue: UInt8.random(in: 0...3, using: &generator))
    )
    history.renewalInfoIsList =
      history.renewalInfo.count > 1 || Bool.random(using: &generator)
    return history
  }
}

/// Returns a value in three of four cases.
private func maybe<Value>(
  _ generator: inout SplitMix64,
  _ value: (inout SplitMix64) -> Value
) -> Value? {
  Int.random(in: 0..<4, using: &generator) > 0 ? value(&generator) : nil
}

extension Transaction {
  fileprivate static func random(_ number: Int, using generator: inout SplitMix64) -> Transaction {
    let words = ["PURCHASED", "FAMILY_SHARED", "RENEWAL", "FREE_TRIAL", "REFUND_PRORATED", "?"]
    let start = Int64.random(in: 19_700...19_900, using: &generator)
    return Transaction(
      transactionId: maybe(&generator) { _ in "t\(number)" },
      originalTransactionId: maybe(&generator) { _ in "t0" },
      productId: Bool.random(using: &generator) ? "basic.monthly" : "unknown",
      subscriptionGroupIdentifier: maybe(&generator) { _ in "21394321" },
      purchaseDate: .random(on: start, using: &generator),
      expiresDate: .random(on: start + 30, using: &generator),
      revocationDate: maybe(&generator) { .random(on: start + 10, using: &$0) },
      revocationType: maybe(&generator) { words.randomElement(using: &$0) } ?? nil,
      signedDate: maybe(&generator) { .random(on: start, using: &$0) },
      type: maybe(&generator) { _ in "Auto-Renewable Subscription" },
      inAppOwnershipType: maybe(&generator) { words.randomElement(using: &$0) } ?? nil,
      transactionReason: maybe(&generator) { words.randomElement(using: &$0) } ?? nil,
      price: maybe(&generator) { [0, 1, 5, .max].randomElement(using: &$0) } ?? nil,
      storefront: maybe(&generator) { _ in Storefront("USA") } ?? nil,
      offerType: maybe(&generator) { Int.random(in: 1...5, using: &$0) },
      offerIdentifier: maybe(&generator) { _ in "basic_1m_free" },
      offerDiscountType: maybe(&generator) { words.randomElement(using: &$0) } ?? nil,
      billingPlanType: maybe(&generator) { _ in "MONTHLY" },
      originalPurchaseDate: maybe(&generator) { .random(on: 19_700, using: &$0) },
      paymentNumber: maybe(&generator) { Int.random(in: 1...3, using: &$0) }
    )
  }
}

extension RenewalInfo {
  fileprivate static func random(using generator: inout SplitMix64) -> RenewalInfo {
    RenewalInfo(
      originalTransactionId: maybe(&generator) { _ in "t0" },
      productId: maybe(&generator) { _ in "basic.monthly" },
      autoRenewStatus: maybe(&generator) { Int.random(in: 0...1, using: &$0) },
      expirationIntent: maybe(&generator) { Int.random(in: 1...5, using: &$0) },
      isInBillingRetryPeriod: maybe(&generator) { Bool.random(using: &$0) },
      gracePeriodExpiresDate: maybe(&generator) { .random(on: 19_940, using: &$0) },
      signedDate: maybe(&generator) { .random(on: 19_935, using: &$0) },
      eligibleWinBackOfferIds: maybe(&generator) { _ in ["b", "a\u{1F600}\"\\\n"] },
      environment: maybe(&generator) { _ in "Xcode" },
      renewalDate: maybe(&generator) { .random(on: 19_960, using: &$0) }
    )
  }
}

extension TimelineDate {
  /// A date on a day since 1970, with a time or without.
  fileprivate static func random(on day: Int64, using generator: inout SplitMix64) -> TimelineDate {
    let instant = Instant(milliseconds: day * Instant.millisecondsPerDay)
    guard Bool.random(using: &generator) else { return TimelineDate(instant.date) }
    return TimelineDate(
      instant.adding(milliseconds: Int64.random(in: 0..<86_400_000, using: &generator))
    )
  }
}

extension String {
  fileprivate static func random(using generator: inout SplitMix64) -> String {
    let parts = ["a", "é", "\u{1F600}", "\"", "\\", "\n", "\u{0}", "c-001", " "]
    return (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      parts.randomElement(using: &generator) ?? ""
    }.joined()
  }
}
