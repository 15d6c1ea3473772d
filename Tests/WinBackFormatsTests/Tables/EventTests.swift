import Testing
import WinBackFormats

@Suite("Events of subscriptions")
struct EventTests {
  private static func revenueCat(_ members: String, at time: Int = 1_704_097_626_000) -> String {
    #"{"api_version":"1.0","event":{"event_timestamp_ms":\#(time),"#
      + #""original_app_user_id":"alice","store":"APP_STORE","environment":"PRODUCTION","#
      + #""product_id":"basic.monthly","transaction_id":"1","original_transaction_id":"1","#
      + #""purchased_at_ms":1704067200000,"expiration_at_ms":1706745600000,"country_code":"JP","#
      + #""is_family_share":false,\#(members)}}"#
  }

  private static let purchase = revenueCat(
    #""type":"INITIAL_PURCHASE","period_type":"NORMAL","price":9.99,"offer_code":null"#
  )

  private func history(_ lines: [String]) throws -> CustomerHistory {
    let input = try histories(lines.joined(separator: "\n"))
    #expect(input.format == .revenueCatEvents)
    return try #require(input.histories.first)
  }

  @Test("of RevenueCat become one transaction each, with all that they say of it")
  func merging() throws {
    let lines = [
      Self.purchase,
      Self.revenueCat(
        #""type":"CANCELLATION","cancel_reason":"UNSUBSCRIBE","price":0"#,
        at: 1_705_000_000_000
      ),
      Self.revenueCat(
        #""type":"EXPIRATION","expiration_reason":"UNSUBSCRIBE","price":0"#,
        at: 1_706_745_600_000
      ),
    ]
    for lines in [lines, lines.reversed()] {
      let history = try history(lines)
      #expect(history.customerId == "alice")
      #expect(history.transactions.count == 1)
      // The price is that of the purchase, and not the 0 of later events.
      #expect(history.transactions.first?.price == 9990)
      #expect(history.transactions.first?.storefront == Storefront("JPN"))
      #expect(history.renewalInfo.map(\.autoRenewStatus) == [0])
      #expect(history.renewalInfo.map(\.expirationIntent) == [1])
      #expect(history.gaps == [])
    }
  }

  @Test("count the payments of a subscription, also where only some of them do (F14a)")
  func paymentNumbers() throws {
    let numbered = Self.revenueCat(#""type":"RENEWAL","renewal_number":14"#)
    let other = Self.revenueCat(#""type":"EXPIRATION""#, at: 1_706_745_600_000)
    for lines in [[numbered, other], [other, numbered]] {
      let history = try history(lines)
      #expect(history.transactions.map(\.paymentNumber) == [14])
    }
  }

  @Test("take refunds, and take them back")
  func refunds() throws {
    let refund = Self.revenueCat(
      #""type":"CANCELLATION","cancel_reason":"CUSTOMER_SUPPORT""#,
      at: 1_705_000_000_000
    )
    let reversal = Self.revenueCat(#""type":"REFUND_REVERSED""#, at: 1_705_500_000_000)
    let refunded = try history([Self.purchase, refund])
    #expect(refunded.transactions.first?.revocationDate?.instant.milliseconds == 1_705_000_000_000)
    let restored = try history([reversal, Self.purchase, refund])
    #expect(restored.transactions.first?.revocationDate == nil)
  }

  @Test("tell billing trouble, trials and shared access")
  func trouble() throws {
    let issue = Self.revenueCat(
      #""type":"BILLING_ISSUE","grace_period_expiration_at_ms":1708000000000"#,
      at: 1_706_745_600_000
    )
    let renewal = try #require(try history([Self.purchase, issue]).renewalInfo.first)
    #expect(renewal.isInBillingRetryPeriod == true)
    #expect(renewal.gracePeriodExpiresDate?.instant.milliseconds == 1_708_000_000_000)
    let trial = try history([
      Self.revenueCat(#""type":"INITIAL_PURCHASE","period_type":"TRIAL","price":0"#)
    ])
    #expect(trial.transactions.first?.offerDiscountType == "FREE_TRIAL")
    #expect(trial.transactions.first?.offerType == 1)
    let shared = try history([
      Self.purchase.replacing(#""is_family_share":false"#, with: #""is_family_share":true"#)
    ])
    #expect(shared.transactions.first?.inAppOwnershipType == "FAMILY_SHARED")
    #expect(shared.renewalInfo.isEmpty)
  }

  @Test("name an offer and not its kind, which is not guessed (F12)")
  func offers() throws {
    let history = try history([
      Self.revenueCat(#""type":"RENEWAL","offer_code":"basic_1m_free""#)
    ])
    #expect(history.transactions.first?.offerIdentifier == "basic_1m_free")
    #expect(history.gaps == .redemptions)
  }

  @Test("about something else are counted")
  func others() throws {
    let lines = [
      Self.purchase, #"{"api_version":"1.0","event":{"type":"TEST"}}"#,
      Self.purchase.replacing("APP_STORE", with: "PLAY_STORE"),
      #"{"api_version":"1.0","event":{"type":"TRANSFER","transferred_from":["a"]}}"#,
    ]
    let input = try histories(lines.joined(separator: "\n"))
    #expect(input.histories.map(\.transactions.count) == [1])
    #expect(
      input.warnings.map(\.message) == [
        "2 rows about no transaction of a subscription skipped",
        "1 row of other stores skipped",
      ]
    )
  }

  @Test(
    "that are broken are told with their place",
    arguments: [
      (
        #"{"api_version":"1.0","event":{"type":1,}}"#,
        "2:40: expected a key in double quotes after ',', found '}'"
      ),
      (
        #"{"api_version":"1.0","event":{"type":"RENEWAL"}} x"#,
        "2:50: expected the end of the line after the value, found 'x'"
      ),
      ("[]", "2:1: expected an object, found an array"),
      (
        purchase.replacing("1704067200000", with: #""soon""#),
        "2:243: expected a date as milliseconds since 1970 in column 'event.purchased_at_ms', "
          + "found 'soon'"
      ),
      (
        purchase.replacing(#""alice""#, with: "null"),
        "2:1: expected a value in column 'event.original_app_user_id', found none"
      ),
    ]
  )
  func broken(line: String, message: String) {
    let text = Self.purchase + "\n" + line
    #expect((refusal { _ = try histories(text) } ?? "").hasPrefix(message))
  }

  // MARK: - Adapty

  static let adaptyColumns = [
    "profile_id", "event_type", "event_datetime", "transaction_id", "original_transaction_id",
    "vendor_product_id", "purchase_date", "subscription_expires_at", "price_local", "store",
    "store_country", "environment", "cancellation_reason", "promotional_offer_id",
    "store_offer_category", "store_offer_discount_type",
  ]

  private static func adapty(_ type: String, _ changes: [String: String] = [:]) -> [String: String]
  {
    [
      "profile_id": "alice", "event_type": type,
      "event_datetime": "2024-01-01T08:27:06.000000+0000", "transaction_id": "1",
      "original_transaction_id": "1", "vendor_product_id": "basic.monthly",
      "purchase_date": "2024-01-01T08:27:06.000000+0000",
      "subscription_expires_at": "2024-02-01T08:27:06.000000+0000", "price_local": "9.99",
      "store": "app_store", "store_country": "US", "environment": "Production",
    ].merging(changes) { $1 }
  }

  private static let adaptyRows = [
    adapty(
      "subscription_started",
      [
        "promotional_offer_id": "basic_1m_free", "store_offer_category": "winback",
        "store_offer_discount_type": "free_trial", "price_local": "0",
      ]
    ),
    adapty(
      "subscription_renewal_cancelled",
      [
        "event_datetime": "2024-01-05T00:00:00.000000+0000", "price_local": "",
        "cancellation_reason": "voluntarily_cancelled",
      ]
    ),
  ]

  @Test("of Adapty become transactions, from a table and from webhooks")
  func adapty() throws {
    let csv = try histories(table(Self.adaptyColumns, Self.adaptyRows))
    #expect(csv.format == .adapty)
    let transaction = try #require(csv.histories.first?.transactions.first)
    #expect(csv.histories.first?.transactions.count == 1)
    #expect(transaction.offerType == 4)
    #expect(transaction.offerIdentifier == "basic_1m_free")
    #expect(transaction.offerDiscountType == "FREE_TRIAL")
    #expect(transaction.price == 0)
    #expect(csv.histories.first?.gaps == [])
    #expect(csv.histories.first?.renewalInfo.map(\.autoRenewStatus) == [0])
    #expect(csv.histories.first?.renewalInfo.map(\.expirationIntent) == [1])

    let top = ["profile_id", "event_type", "event_datetime"]
    let lines = Self.adaptyRows.map { row in
      func members(_ names: [String]) -> String {
        names.map { "\"\($0)\":\"\(row[$0] ?? "")\"" }.joined(separator: ",")
      }
      let properties = Self.adaptyColumns.filter { !top.contains($0) }
      return "{\(members(top)),\"event_properties\":{\(members(properties))}}"
    }
    let webhooks = try histories(lines.joined(separator: "\n"))
    #expect(webhooks.format == .adapty)
    #expect(webhooks.histories == csv.histories)
  }
}
