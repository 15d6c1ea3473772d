import Foundation
import WinBackFormats

/// Reads a native history the plain way: Foundation makes a tree, and each value is looked up in it.
///
/// It has no memory and no speed. It does not see keys that are there twice, and knows no messages.
struct PlainHistory {
  private struct Refusal: Error {}

  /// Returns the history in words; nil where it is refused.
  static func read(_ line: String) -> [String]? {
    guard let root = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
      let object = root as? [String: Any]
    else { return nil }
    return try? words(of: object)
  }

  /// Returns the words for a history that was read at speed.
  static func words(of history: ReadHistory) -> [String] {
    ["customerId=\(history.customerId)", "storefront=\(history.storefront?.code ?? "")"]
      + ["group=\(history.group ?? "")", "isList=\(history.renewalsAreList)"]
      + ["gaps=\(history.gaps.rawValue)"] + history.transactions + history.renewals
  }

  private static func words(of object: [String: Any]) throws -> [String] {
    guard object["customerId"] != nil, object["transactions"] != nil else { throw Refusal() }
    guard let customerId = try string(object, "customerId"),
      let transactions = try list(object, "transactions")
    else { throw Refusal() }
    if let attributes = value(object, "attributes"), !(attributes is [String: Any]) {
      throw Refusal()
    }
    var gaps: HistoryGaps = []
    for name in try list(object, "unknown") ?? [] {
      switch name as? String {
      case "redemptions": gaps.insert(.redemptions)
      case "paidMonths": gaps.insert(.paidMonths)
      default: throw Refusal()
      }
    }
    let renewals = value(object, "renewalInfo")
    let renewalList = renewals as? [Any] ?? renewals.map { [$0] } ?? []
    return try ["customerId=\(customerId)", "storefront=\(storefront(object)?.code ?? "")"]
      + ["group=\(string(object, "subscriptionGroupIdentifier") ?? "")"]
      + ["isList=\(renewals is [Any])", "gaps=\(gaps.rawValue)"]
      + transactions.compactMap { try transaction($0) } + renewalList.map { try renewal($0) }
  }

  private static func transaction(_ any: Any) throws -> String? {
    guard let object = any as? [String: Any] else { throw Refusal() }
    let productId = try string(object, "productId")
    let purchaseDate = try date(object, "purchaseDate")
    let expiresDate = try date(object, "expiresDate")
    guard try number(object, "price").map({ $0.doubleValue >= 0 }) ?? true else { throw Refusal() }
    let isFree =
      try integer(object, "price") == 0 || string(object, "offerDiscountType") == "FREE_TRIAL"
    let words = try [
      string(object, "transactionId").map { "transactionId=" + $0 },
      string(object, "originalTransactionId").map { "originalTransactionId=" + $0 },
      "productId=" + (productId ?? ""),
      string(object, "subscriptionGroupIdentifier").map { "group=" + $0 },
      "purchaseDate=" + (purchaseDate ?? ""), "expiresDate=" + (expiresDate ?? ""),
      date(object, "revocationDate").map { "revocationDate=" + $0 },
      date(object, "signedDate").map { "signedDate=" + $0 },
      storefront(object).map { "storefront=\($0)" },
      string(object, "offerIdentifier").map { "offerIdentifier=" + $0 },
      string(object, "inAppOwnershipType") ?? "PURCHASED" == "PURCHASED" ? "owned" : nil,
      string(object, "transactionReason") == "RENEWAL" ? "renewal" : nil,
      isFree ? "free" : nil,
      string(object, "revocationType") == "REFUND_PRORATED" ? "prorated" : nil,
      string(object, "billingPlanType") == "MONTHLY" ? "monthlyPlan" : nil,
      isContinued(object) ? "continued" : nil,
      integer(object, "offerType").flatMap { (1...5).contains($0) ? "offerType=\($0)" : nil },
    ]
    let type = try string(object, "type") ?? "Auto-Renewable Subscription"
    guard type == "Auto-Renewable Subscription" else { return nil }
    guard productId != nil, purchaseDate != nil, expiresDate != nil else { throw Refusal() }
    return words.compactMap { $0 }.joined(separator: " ")
  }

  /// Whether the chain had purchases before this transaction (F14a).
  private static func isContinued(_ object: [String: Any]) throws -> Bool {
    let first = try date(object, "originalPurchaseDate")
    let id = try string(object, "transactionId")
    let isFirst = try id != nil && id == string(object, "originalTransactionId")
    if let number = try integer(object, "paymentNumber"), number > 1 { return true }
    guard let first, let purchase = try date(object, "purchaseDate"), !isFirst else { return false }
    func instant(_ date: String) -> Int64 { Int64(date.split(separator: "(")[0]) ?? 0 }
    let gap = instant(purchase) - instant(first)
    guard first.hasSuffix("(day)") != purchase.hasSuffix("(day)") else { return gap > 0 }
    // Of a day and an instant, the time zone decides: this is about all that there are.
    let (day, farthest) = (Int64(86_400_000), Int64(86_340_000))
    return first.hasSuffix("(day)") ? gap - day >= farthest : gap > farthest
  }

  private static func renewal(_ any: Any) throws -> String {
    guard let object = any as? [String: Any] else { throw Refusal() }
    let offers = try list(object, "eligibleWinBackOfferIds")?.map { offer in
      guard let offer = offer as? String else { throw Refusal() }
      return offer
    }
    var isRetrying = false
    if let retry = value(object, "isInBillingRetryPeriod") {
      guard let bool = retry as? NSNumber, isBool(bool) else { throw Refusal() }
      isRetrying = bool.boolValue
    }
    _ = try string(object, "environment")
    let words = try [
      string(object, "originalTransactionId").map { "originalTransactionId=" + $0 },
      string(object, "productId").map { "productId=" + $0 },
      number(object, "autoRenewStatus").map { "autoRenews=\($0.doubleValue == 1)" },
      integer(object, "expirationIntent").map { "expirationIntent=\($0)" },
      isRetrying ? "inBillingRetry" : nil,
      date(object, "gracePeriodExpiresDate").map { "gracePeriodExpiresDate=" + $0 },
      date(object, "signedDate").map { "signedDate=" + $0 },
      date(object, "renewalDate").map { "renewalDate=" + $0 },
      offers.map { "offers=" + $0.joined(separator: "|") },
    ]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  // MARK: - Values

  /// Null is absent (T5).
  private static func value(_ object: [String: Any], _ key: String) -> Any? {
    object[key].flatMap { $0 is NSNull ? nil : $0 }
  }

  private static func string(_ object: [String: Any], _ key: String) throws -> String? {
    guard let value = value(object, key) else { return nil }
    guard let string = value as? String else { throw Refusal() }
    return string
  }

  private static func list(_ object: [String: Any], _ key: String) throws -> [Any]? {
    guard let value = value(object, key) else { return nil }
    guard let list = value as? [Any] else { throw Refusal() }
    return list
  }

  private static func storefront(_ object: [String: Any]) throws -> Storefront? {
    guard let code = try string(object, "storefront") else { return nil }
    guard let storefront = Storefront(code) else { throw Refusal() }
    return storefront
  }

  private static func number(_ object: [String: Any], _ key: String) throws -> NSNumber? {
    guard let value = value(object, key) else { return nil }
    guard let number = value as? NSNumber, !isBool(number) else { throw Refusal() }
    return number
  }

  /// Returns a number without a fraction; nil for another one.
  private static func integer(_ object: [String: Any], _ key: String) throws -> Int64? {
    try number(object, key).flatMap { Int64(exactly: $0.doubleValue) }
  }

  private static func date(_ object: [String: Any], _ key: String) throws -> String? {
    guard let value = value(object, key) else { return nil }
    if let text = value as? String {
      let date = try ISO8601Date(parsing: text)
      return "\(date.instant.milliseconds)" + (date.isDateOnly ? "(day)" : "")
    }
    guard let number = value as? NSNumber, !isBool(number),
      let milliseconds = Int64(exactly: number.doubleValue.rounded(.down)),
      Instant(milliseconds: milliseconds).isValid
    else { throw Refusal() }
    return "\(milliseconds)"
  }

  private static func isBool(_ number: NSNumber) -> Bool {
    unsafe String(cString: number.objCType) == "c"
  }
}
