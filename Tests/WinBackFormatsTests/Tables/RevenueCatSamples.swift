/// Rows of RevenueCat's export of transactions, as its versions have them.
enum RevenueCatSamples {
  /// The columns of version 5, of which those of version 3 are the first ones without offers.
  static let columns = [
    "rc_original_app_user_id", "country", "product_identifier", "start_time", "end_time",
    "grace_period_end_time", "store", "is_auto_renewable", "is_trial_period", "is_sandbox",
    "price_in_usd", "store_transaction_id", "original_store_transaction_id", "refunded_at",
    "unsubscribe_detected_at", "billing_issues_detected_at",
    "purchase_price_in_purchased_currency", "entitlement_identifiers", "renewal_number",
    "ownership_type", "updated_at", "offer", "offer_type",
  ]

  /// The columns of versions 3 and 4, which do not say which offers were redeemed.
  static let columnsWithoutOffers = Array(columns.dropLast(2))

  /// Returns a row of a month of service, with some values changed.
  static func row(
    _ changes: [String: String] = [:],
    of customer: String = "alice",
    number: Int = 1,
    from start: String = "2024-01-01",
    to end: String = "2024-02-01"
  ) -> [String: String] {
    [
      "rc_original_app_user_id": customer, "country": "US", "product_identifier": "basic.monthly",
      "start_time": "\(start) 08:27:06", "end_time": "\(end) 08:27:06", "store": "app_store",
      "is_auto_renewable": "true", "is_trial_period": "false", "is_sandbox": "false",
      "store_transaction_id": "2000\(number)", "original_store_transaction_id": "20001",
      "purchase_price_in_purchased_currency": "9.99", "entitlement_identifiers": "[\"a\",\"b\"]",
      "renewal_number": "\(number)", "ownership_type": "PURCHASED",
      "updated_at": "\(end) 09:00:00",
    ].merging(changes) { $1 }
  }

  /// Three months of a customer who then left.
  static func rows(_ customer: String = "alice") -> [[String: String]] {
    [
      row(of: customer),
      row(of: customer, number: 2, from: "2024-02-01", to: "2024-03-01"),
      row(
        ["unsubscribe_detected_at": "2024-03-20 10:00:00"],
        of: customer,
        number: 3,
        from: "2024-03-01",
        to: "2024-04-01"
      ),
    ]
  }

  /// A table of rows.
  static func text(_ rows: [[String: String]], columns: [String] = columns) -> String {
    table(columns, rows)
  }
}
