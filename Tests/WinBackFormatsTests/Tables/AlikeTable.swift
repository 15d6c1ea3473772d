import TestSupport

/// Random rows of RevenueCat's export that are like the row before them, but for a few values.
///
/// Most values are as long as those that they replace; some change the form of the row, and some are
/// wrong.
struct AlikeTable {
  private static let values: [String: [String]] = [
    "rc_original_app_user_id": [
      "alice", "berta", "carla", "dan", "alic", "alice1", "", "   ", "é-1", "alicé",
    ],
    "country": ["US", "JP", "DE", "", "ZZ", "U", "us"],
    "product_identifier": [
      "basic.monthly", "basic.mONTHLY", "premium.year", "basic", "basic.1", "",
    ],
    "start_time": [
      "2024-01-01 08:27:06", "2024-02-01 08:27:06", "2024-13-01 08:27:06", "2024-01-01", "",
      "2024-01-01T08:27:06Z", "2024-01-01 08:27:0x",
    ],
    "end_time": ["2024-02-01 08:27:06", "2024-03-01 08:27:06", "2024-03-01 08:27:06.5", ""],
    "grace_period_end_time": ["", "2024-02-07 08:27:06", "2024-02-08 08:27:06"],
    "store": ["app_store", "play_store", "mac_app_store", ""],
    "is_auto_renewable": ["true", "trUe", "false", "t"],
    "is_trial_period": ["false", "true", "TRUE", ""],
    "is_sandbox": ["false", "true", "f"],
    "price_in_usd": ["", "9.99", "0.00", "1x99"],
    "store_transaction_id": [
      "20001", "20002", "20003", "3", "2000", "200010", "2000.1", "\"\"20\"\"", "",
    ],
    "original_store_transaction_id": ["20001", "20009", "200010", ""],
    "refunded_at": ["", "2024-01-09 08:27:06", "2024-01-10 08:27:06"],
    "unsubscribe_detected_at": ["", " ", "2024-01-09 08:27:06", "2024-01-10 08:27:06"],
    "billing_issues_detected_at": ["", "2024-01-09 08:27:06", "2024-01-10 08:27:06"],
    "purchase_price_in_purchased_currency": [
      "9.99", "0.00", "4.99", "99.9", "9.990", "9.9", "0", "0.0001", "9", "", "9.9x", "9x99",
    ],
    "entitlement_identifiers": ["[\"a\"]", "[\"b\"]", "[]", "a\"b", "a\nb"],
    "renewal_number": ["1", "2", "3", "10", ""],
    "ownership_type": ["PURCHASED", "purchased", "FAMILY_SHARED", "PURCHASEX", ""],
    "updated_at": ["2024-03-01 09:00:00", "2024-03-02 09:00:00", "2024-03-02T09:00:00", ""],
    "offer": ["", "winback_1", "winback_2", "winback", "winback_10"],
    "offer_type": ["", "win_back", "promo", "intro", "other"],
  ]

  private let rows: [[String]]
  private let ends: [String]

  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let columns = RevenueCatSamples.columns
    let sample = RevenueCatSamples.row()
    var row = columns.map { sample[$0] ?? "" }
    row[17] = "[\"a\"]"
    var rows: [[String]] = []
    var ends: [String] = []
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      if Int.random(in: 0..<40, using: &generator) == 0 {
        rows.append(Int.random(in: 0..<2, using: &generator) == 0 ? columns : [])
      } else {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          let column = Int.random(in: 0..<columns.count, using: &generator)
          let values = Self.values[columns[column]] ?? []
          // The first ones, which are good, come more often.
          let count = Int.random(in: 0...values.count, using: &generator)
          row[column] = values.prefix(max(count, 1)).randomElement(using: &generator) ?? ""
        }
        rows.append(row)
      }
      ends.append(Int.random(in: 0..<20, using: &generator) == 0 ? "\r\n" : "\n")
    }
    self.rows = rows
    self.ends = ends
  }

  /// The table; no value has a delimiter in it.
  func text(delimiter: Character) -> String {
    var text = RevenueCatSamples.columns.joined(separator: String(delimiter)) + "\n"
    for (row, end) in zip(rows, ends) {
      let fields = row.map { value in
        guard value.contains(where: { "\"\n".contains($0) }), value != "a\"b" else { return value }
        return "\"" + value.replacing("\"", with: "\"\"") + "\""
      }
      text += fields.joined(separator: String(delimiter)) + end
    }
    return text
  }
}
