/// Random lines of native histories whose values begin like one another, in whatever order of keys,
/// with anything between them; some are broken.
///
/// The lines of one generator share orders of keys and most of their values, so that a reader that
/// remembers passages finds many of them again, and many that are only nearly the same.
package struct RandomHistoryLines {
  private typealias Member = (key: String, value: String)

  private var generator: SplitMix64
  /// The orders in which members come most of the time.
  private let orders: [[String]]
  /// For each key the values that come most of the time.
  private var usualValues: [String: [String]] = [:]
  /// Whether white space stands between tokens.
  private let isSpaced: Bool
  /// Whether all lines are JSON, and no key occurs twice.
  private let isWellFormed: Bool

  private static let identifiers = [
    #""2000000100000001""#, #""2000000100000002""#, #""20000001""#, #""200000010000000100""#,
    #""1""#, #""""#, #""1\u0030""#, #""\"""#, #""\\""#, #""é-1""#,
  ]
  private static let dates = [
    "1704067200000", "1706745600000", "1709251200000", "170406720000", "1704067200000.5",
    "1704067200000e0", "1.7040672e12", "17040672e5", "1", "10", "1e3", "-1", "-1.5",
    #""2024-01-01""#, #""2024-01-01T00:00:00Z""#, #""2024-01-01T00:00:00.000Z""#,
    #""2024-01-01T01:00:00+01:00""#, #""2024-01""#, "true",
  ]
  private static let numbers = [
    "0", "9", "99", "999", "9990", "99900", "999000", "9.99", "99.9", "999.5", "999e1", "999E+2",
    "999e-1", "1", "10", "1e0", "1.0", "1.5", "-1", "-10", "-0", "0.0", "0e5", "0.1", "4", "4.0",
    "40", "5", "12345678", "123456789", "1234567890123456", "12345678901234567890",
  ]
  /// What a key may hold.
  private static let values: [String: [String]] = [
    "productId": [
      #""pro""#, #""prod""#, #""product""#, #""p\u0072o""#, #""pro\"""#, #""prö""#, #""""#,
    ],
    "purchaseDate": dates, "expiresDate": dates, "revocationDate": dates + ["null", "null"],
    "signedDate": dates + ["null", "null"], "gracePeriodExpiresDate": dates + ["null"],
    "originalPurchaseDate": dates + ["null"], "renewalDate": dates + ["null"],
    "paymentNumber": numbers + ["null"],
    "transactionId": identifiers + ["null"], "originalTransactionId": identifiers + ["null"],
    "subscriptionGroupIdentifier": [#""1""#, #""10""#, #""100""#, "null"],
    "type": [
      #""Auto-Renewable Subscription""#, #""Auto-Renewable""#, #""Auto-Renewable Subscriptions""#,
      "null",
    ],
    "inAppOwnershipType": [#""PURCHASED""#, #""PURCHASE""#, #""FAMILY_SHARED""#, "null"],
    "transactionReason": [#""RENEWAL""#, #""RENEW""#, #""RENEWALS""#, #""PURCHASE""#, "null"],
    "price": numbers + ["null"], "offerType": numbers + ["null"],
    "storefront": [#""USA""#, #""US""#, #""USAA""#, #""U\u0053A""#, #""JPN""#, "null"],
    "offerIdentifier": [#""free""#, #""free1""#, #""fre\u0065""#, #""fr""#, "null"],
    "offerDiscountType": [#""FREE_TRIAL""#, #""FREE""#, #""FREE_TRIALS""#, "null"],
    "revocationType": [#""REFUND_PRORATED""#, #""REFUND""#, "null"],
    "billingPlanType": [#""MONTHLY""#, #""MONTH""#, "null"],
    "autoRenewStatus": numbers + ["null"], "expirationIntent": numbers + ["null"],
    "isInBillingRetryPeriod": ["true", "false", "null", "1"],
    "eligibleWinBackOfferIds": [#"["free"]"#, #"["free","free1"]"#, "[]", "null", #""free""#],
    "environment": [#""Production""#, #""PRODUCTION""#, #""Pr\u006fduction""#, "null"],
    "currency": [#""USD""#, #""US""#, #""USDX""#, #""\n""#], "quantity": numbers,
    "webOrderLineItemId": ["90071992547", "900719925474", "9007199254740", #""9007199254740""#],
    "note": [
      "true", "false", "null", "{}", "[]", #"{"price":0}"#, #"{"price":0,"a":[1,2]}"#,
      "[[1],2.5e3]",
      #"{"storefront":"USA"}"#, #""a,\"price\":1""#, "9007199254740", "90071992547401",
      String(repeating: "[", count: 125) + "1" + String(repeating: "]", count: 125),
      String(repeating: "[", count: 126) + "1" + String(repeating: "]", count: 126),
    ],
  ]
  private static let transactionKeys = [
    "transactionId", "originalTransactionId", "productId", "subscriptionGroupIdentifier",
    "purchaseDate", "expiresDate", "quantity", "type", "inAppOwnershipType", "signedDate",
    "revocationDate", "revocationType", "offerType", "offerIdentifier", "offerDiscountType",
    "transactionReason", "storefront", "price", "currency", "billingPlanType",
    "originalPurchaseDate", "paymentNumber", "environment", "webOrderLineItemId", "note",
  ]
  private static let renewalKeys = [
    "originalTransactionId", "productId", "autoRenewStatus", "expirationIntent",
    "isInBillingRetryPeriod", "gracePeriodExpiresDate", "signedDate", "eligibleWinBackOfferIds",
    "environment", "renewalDate", "note",
  ]

  package init(seed: UInt64, isWellFormed: Bool = false) {
    self.isWellFormed = isWellFormed
    var generator = SplitMix64(seed: seed)
    orders = (0..<Int.random(in: 1...3, using: &generator)).map { index in
      let required = ["productId", "purchaseDate", "expiresDate"]
      let others = Self.transactionKeys.filter { key in
        !required.contains(key) && Int.random(in: 0..<3, using: &generator) == 0
      }
      let keys = Self.transactionKeys.filter { required.contains($0) || others.contains($0) }
      return index == 0 ? keys : keys.shuffled(using: &generator)
    }
    isSpaced = Int.random(in: 0..<4, using: &generator) == 0
    self.generator = generator
    for (key, values) in Self.values.sorted(by: { $0.key < $1.key }) {
      usualValues[key] = (0..<2).map { _ in pick(values) }
    }
  }

  /// Makes the next line, which ends without a line feed; it is never blank.
  package mutating func next() -> String {
    var line = history()
    if !isWellFormed, chance(1, in: 7) { damage(&line) }
    return line.allSatisfy(\.isWhitespace) ? "{" : line
  }

  // MARK: - Whole histories

  private mutating func history() -> String {
    var members: [Member] = [
      ("customerId", pick([#""c""#, #""c1""#, #""c\u0031""#, #""c10""#, #""""#, "1"]))
    ]
    if chance(1, in: 3) { members.append(member("storefront")) }
    if chance(1, in: 3) { members.append(member("subscriptionGroupIdentifier")) }
    if chance(1, in: 8) {
      let gaps = [#"["redemptions"]"#, #"["paidMonths"]"#, "[]", "null", "{}"]
      members.append(("unknown", pick(gaps)))
    }
    if chance(1, in: 8) { members.append(("attributes", pick(["{}", #"{"a":1}"#, "null", "[]"]))) }
    if chance(1, in: 4) { members.append(member("note")) }
    members.append(("transactions", list(of: Int.random(in: 0...5, using: &generator))))
    if chance(1, in: 2) { members.append(("renewalInfo", renewals())) }
    if chance(1, in: 4) { members.shuffle(using: &generator) }
    return object(members)
  }

  private mutating func list(of count: Int) -> String {
    let transactions = (0..<count).map { _ in transaction() }
    return "[" + space() + transactions.joined(separator: "," + space()) + space() + "]"
  }

  private mutating func transaction() -> String {
    var keys = pick(orders)
    if chance(1, in: 6), let extra = Self.transactionKeys.randomElement(using: &generator),
      !keys.contains(extra)
    {
      keys.insert(extra, at: Int.random(in: 0...keys.count, using: &generator))
    }
    if chance(1, in: 12) { keys.remove(at: Int.random(in: keys.indices, using: &generator)) }
    if chance(1, in: 12) { keys.swapAt(0, Int.random(in: keys.indices, using: &generator)) }
    if !isWellFormed, chance(1, in: 60) { keys.append(pick(keys)) }
    return object(keys.map { member($0) })
  }

  private mutating func renewals() -> String {
    let renewal = object(Self.renewalKeys.filter { _ in chance(1, in: 2) }.map { member($0) })
    return chance(1, in: 3) ? "[" + renewal + space() + "]" : renewal
  }

  // MARK: - Members

  private mutating func member(_ key: String) -> Member {
    let usual = usualValues[key] ?? []
    let all = Self.values[key] ?? ["1"]
    return (key, chance(2, in: 3) ? pick(usual) : pick(all))
  }

  private mutating func object(_ members: [Member]) -> String {
    var text = "{"
    for (index, member) in members.enumerated() {
      if index > 0 { text += space() + "," }
      let key = chance(1, in: 80) ? escaped(member.key) : member.key
      text += space() + "\"" + key + "\"" + space() + ":" + space() + member.value
    }
    return text + space() + "}"
  }

  /// Spells the first letter of a key as an escape.
  private func escaped(_ key: String) -> String {
    guard let first = key.unicodeScalars.first else { return key }
    let digits = String(first.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits + key.dropFirst()
  }

  private mutating func space() -> String {
    guard isSpaced || chance(1, in: 150) else { return "" }
    return pick(["", "", " ", "  ", "\t", "\r", " \t "])
  }

  // MARK: - Damage

  /// Changes a few characters anywhere, or cuts the line off.
  private mutating func damage(_ line: inout String) {
    var scalars = Array(line.unicodeScalars)
    let place = Int.random(in: scalars.indices, using: &generator)
    let end = min(scalars.count, place + Int.random(in: 1...12, using: &generator))
    let mark = pick(Array(#"{}[]",:\u0-+.eE9tfn T"#.unicodeScalars) + ["\u{0}", "\t", "é"])
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: scalars.insert(mark, at: place)
    case 1: scalars[place] = mark
    case 2: scalars.removeSubrange(place..<end)
    case 3: scalars.insert(contentsOf: scalars[place..<end], at: place)
    case 4: scalars.removeSubrange(place...)
    default: scalars.append(mark)
    }
    line = String(String.UnicodeScalarView(scalars))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    generator.pick(elements)
  }

  private mutating func chance(_ cases: Int, in all: Int) -> Bool {
    generator.chance(cases, in: all)
  }
}
