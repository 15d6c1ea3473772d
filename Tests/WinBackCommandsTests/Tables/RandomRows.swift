import TestSupport

/// Random tables of RevenueCat rows, whose customers stand together, with faults here and there.
struct RandomRows {
  static let columns = [
    "rc_original_app_user_id", "store_transaction_id", "product_identifier", "start_time",
    "end_time", "store", "note", "updated_at", "offer", "offer_type",
  ]

  private var generator: SplitMix64

  /// The header, with its line end.
  let header = RandomRows.columns.joined(separator: ",") + "\n"

  /// The rows of each customer.
  private(set) var customers: [[String]] = []

  init(seed: UInt64, faults: Bool) {
    generator = SplitMix64(seed: seed)
    for number in 0..<Int.random(in: 1...12, using: &generator) {
      customers.append(rows(of: "c\(number)", faults: faults))
    }
  }

  private mutating func rows(of customer: String, faults: Bool) -> [String] {
    (0..<Int.random(in: 1...6, using: &generator)).map { index in
      let notes = [
        "", "x", "\"a,b\"", "\"a\nb\"", "\"\"\"\"", "é", "\"\r\n\"", "\"\(customer)\n,\"",
      ]
      var note = notes.randomElement(using: &generator) ?? ""
      var start = "2024-0\(index + 1)-01 00:00:00"
      if faults, Int.random(in: 0..<12, using: &generator) == 0 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: note = "a\"b"
        case 1: note = "1,2"
        case 2: note = "\"x\"y"
        default: start = "never"
        }
      }
      let store = Int.random(in: 0..<8, using: &generator) == 0 ? "play_store" : "app_store"
      let lineEnd = Bool.random(using: &generator) ? "\n" : "\r\n"
      let fields = [
        customer, "\(customer)-\(index)", "basic.monthly", start, "2024-0\(index + 2)-01 00:00:00",
        store, note, "2024-12-01", "", "",
      ]
      return fields.joined(separator: ",") + lineEnd
    }
  }

  /// The whole table.
  var text: String { header + customers.joined().joined() }

  /// The whole table, its rows in a random order.
  mutating func shuffledText() -> String {
    header + customers.flatMap { $0 }.shuffled(using: &generator).joined()
  }
}
