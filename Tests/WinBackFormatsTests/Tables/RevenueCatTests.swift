import TestSupport
import Testing
import WinBackFormats

@Suite("RevenueCat's export of transactions")
struct RevenueCatTests {
  typealias Samples = RevenueCatSamples

  @Test("is read with all that decisions need")
  func reading() throws {
    let input = try histories(Samples.text(Samples.rows()))
    #expect(input.format == .revenueCat)
    #expect(input.warnings.isEmpty)
    let history = try #require(input.histories.first)
    #expect(input.histories.count == 1)
    #expect(history.customerId == "alice")
    #expect(history.gaps == [])
    #expect(history.transactions.count == 3)
    let first = try #require(history.transactions.first)
    #expect(
      first
        == Transaction(
          transactionId: "20001",
          originalTransactionId: "20001",
          productId: "basic.monthly",
          purchaseDate: try TimelineDate(iso8601: "2024-01-01T08:27:06Z"),
          expiresDate: try TimelineDate(iso8601: "2024-02-01T08:27:06Z"),
          signedDate: try TimelineDate(iso8601: "2024-02-01T09:00:00Z"),
          inAppOwnershipType: "PURCHASED",
          price: 9990,
          storefront: Storefront("USA"),
          paymentNumber: 1,
          environment: "Production"
        )
    )
    #expect(
      history.renewalInfo == [
        RenewalInfo(
          productId: "basic.monthly",
          autoRenewStatus: 0,
          signedDate: try TimelineDate(iso8601: "2024-04-01T09:00:00Z")
        )
      ]
    )
  }

  @Test("comes with commas, semicolons or tabs, with letters or words for true, and joined")
  func spellings() throws {
    let rows = Samples.rows()
    let expected = try histories(Samples.text(rows)).histories
    let letters = rows.map { row in
      row.mapValues { $0 == "true" ? "t" : $0 == "false" ? "f" : $0 }
        .merging(["entitlement_identifiers": "{a;b}"]) { $1 }
    }
    #expect(try histories(Samples.text(letters)).histories == expected)
    let plain = letters.map { $0.merging(["entitlement_identifiers": ""]) { $1 } }
    for delimiter in [";", "\t"] {
      let text = Samples.text(plain).replacing(",", with: delimiter).replacing("\n", with: "\r\n")
      #expect(try histories(text).histories == expected)
    }
    let joined = Samples.text(Array(rows.prefix(1))) + Samples.text(Array(rows.dropFirst()))
    #expect(try histories(joined).histories == expected)
  }

  @Test("whose rows are in any order gives the same histories (R6)")
  func order() throws {
    var rows = Samples.rows("alice") + Samples.rows("bob")
    let expected = Set(try histories(Samples.text(rows)).histories.map(Self.unordered))
    for seed in 0..<UInt64(20) {
      var generator = SplitMix64(seed: seed)
      rows.shuffle(using: &generator)
      let found = try histories(Samples.text(rows)).histories
      #expect(Set(found.map(Self.unordered)) == expected, "seed \(seed)")
    }
  }

  private static func unordered(_ history: CustomerHistory) -> CustomerHistory {
    var history = history
    history.transactions.sort { $0.transactionId ?? "" < $1.transactionId ?? "" }
    return history
  }

  @Test("counts only the newest version of a transaction, with what it lacks (P1)")
  func versions() throws {
    var rows = Samples.rows()
    rows[2]["refunded_at"] = "2024-03-02 00:00:00"
    var mended = rows[2]
    mended["refunded_at"] = ""
    mended["unsubscribe_detected_at"] = ""
    mended["updated_at"] = "2024-05-01 00:00:00"
    for rows in [rows + [mended], [mended] + rows] {
      let history = try #require(try histories(Samples.text(rows)).histories.first)
      #expect(history.transactions.count == 3)
      #expect(history.transactions.allSatisfy { $0.revocationDate == nil })
      #expect(history.renewalInfo.map(\.autoRenewStatus) == [1])
    }
  }

  @Test("tells transactions apart that share an identifier by the number of the renewal")
  func renewalNumbers() throws {
    var rows = Samples.rows()
    for index in rows.indices { rows[index]["store_transaction_id"] = "20001" }
    let history = try #require(try histories(Samples.text(rows)).histories.first)
    #expect(history.transactions.map(\.transactionId) == ["20001", "20001.2", "20001.3"])
  }

  @Test(
    "says by the number of the payment whether the subscription had others before (F14a)",
    arguments: [("1", false), ("", false), ("2", true), ("14.0", true)]
  )
  func continued(number: String, expected: Bool) throws {
    let text = Samples.text([Samples.row(["renewal_number": number])])
    let history = try #require(try histories(text).histories.first)
    var symbols = SymbolTable()
    let record = HistoryRecord(history, attributes: [], &symbols)
    #expect(record.transactions.map { $0.traits.contains(.continued) } == [expected])
  }

  @Test(
    "takes flags of trials and introductory prices for introductory offers (F14h, F12)",
    arguments: [
      (["is_trial_period": "true"], 1, HistoryGaps()),
      (["is_in_intro_offer_period": "t"], 1, []),
      (["is_trial_period": "true", "offer": "o"], nil, .redemptions),
      (["is_trial_period": "true", "offer_type": "win_back", "offer": "o"], 4, []),
    ] as [([String: String], Int?, HistoryGaps)]
  )
  func introductory(changes: [String: String], type: Int?, gaps: HistoryGaps) throws {
    let columns = Samples.columns + ["is_in_intro_offer_period"]
    let text = Samples.text([Samples.row(changes)], columns: columns)
    let history = try #require(try histories(text).histories.first)
    #expect(history.transactions.map(\.offerType) == [type])
    #expect(history.gaps == gaps)
    // The flags alone do not say which win-back offers were redeemed.
    let older = Samples.text(
      [Samples.row(changes)],
      columns: Samples.columnsWithoutOffers + ["is_in_intro_offer_period"]
    )
    let input = try histories(older)
    #expect(input.histories.map(\.gaps) == [.redemptions])
  }

  @Test(
    "takes the billing plan behind a product apart from it",
    arguments: [
      ("basic.yearly:monthly", "basic.yearly", "MONTHLY"), ("basic.yearly", "basic.yearly", nil),
      ("basic.yearly:other", "basic.yearly", nil), (":monthly", ":monthly", nil),
    ] as [(String, String, String?)]
  )
  func plans(name: String, productId: String, plan: String?) throws {
    let rows = [Samples.row(["product_identifier": name]), Samples.row(number: 2)]
    let history = try #require(try histories(Samples.text(rows)).histories.first)
    #expect(history.transactions.map(\.productId) == [productId, "basic.monthly"])
    #expect(history.transactions.map(\.billingPlanType) == [plan, nil])
  }

  @Test("reads hours of one digit, as spreadsheets write them")
  func shortHours() throws {
    let row = Samples.row(["start_time": "2024-01-01 8:27:06", "updated_at": "2024-02-01 9:00:00"])
    #expect(
      try histories(Samples.text([row])).histories
        == histories(Samples.text([Samples.row()])).histories
    )
  }

  @Test("whose versions contradict each other is an error with its place (P1)")
  func contradiction() {
    var rows = Samples.rows()
    var other = rows[1]
    other["end_time"] = "2024-03-05 00:00:00"
    rows.append(other)
    #expect(
      refusal { _ = try histories(Samples.text(rows)) } == """
        5:1: transaction '20002.2' is given twice with different contents: expected equal contents, or a \
        'signedDate' that says which one is newer
        """
    )
  }

  @Test(
    "says what a row means by its columns",
    arguments: [
      (["is_trial_period": "true"], ["FREE_TRIAL", "PURCHASED", nil]),
      (["is_trial_period": "t"], ["FREE_TRIAL", "PURCHASED", nil]),
      (["ownership_type": "FAMILY_SHARED"], [nil, "FAMILY_SHARED", nil]),
      (["ownership_type": ""], [nil, nil, nil]),
      (["offer_type": "Win-Back Offer", "offer": "o"], [nil, "PURCHASED", "o"]),
    ] as [([String: String], [String?])]
  )
  func words(changes: [String: String], expected: [String?]) throws {
    let text = Samples.text([Samples.row(changes)])
    let history = try #require(try histories(text).histories.first)
    let transaction = try #require(history.transactions.first)
    #expect(
      [
        transaction.offerDiscountType, transaction.inAppOwnershipType,
        transaction.offerIdentifier,
      ] == expected
    )
  }

  @Test(
    "knows offers by their type, and does not guess at a type that it does not know (F12)",
    arguments: [
      ("win_back", "o", 4, HistoryGaps()), ("WIN_BACK_OFFER", "o", 4, []),
      ("winback", "o", 4, []), ("promotional", "o", 2, []), ("introductory", "", 1, []),
      ("offer_code", "o", 3, []), ("", "", nil, []),
      ("win_back", "", 4, .redemptions), ("", "o", nil, .redemptions),
      ("something_new", "o", nil, .redemptions), ("something_new", "", nil, .redemptions),
    ] as [(String, String, Int?, HistoryGaps)]
  )
  func offers(type: String, offer: String, code: Int?, gaps: HistoryGaps) throws {
    let text = Samples.text([Samples.row(["offer_type": type, "offer": offer])])
    let history = try #require(try histories(text).histories.first)
    #expect(history.transactions.first?.offerType == code)
    #expect(history.gaps == gaps)
  }

  @Test("of versions 3 and 4 does not say which offers were redeemed (F12, F13d)")
  func withoutOffers() throws {
    let input = try histories(Samples.text(Samples.rows(), columns: Samples.columnsWithoutOffers))
    #expect(input.histories.map(\.gaps) == [.redemptions])
    #expect(
      input.warnings.map(\.message) == [
        "no column says which offers were redeemed, so no wait between offers can be decided"
      ]
    )
    let engine = try NativeSamples.engine()
    let now = try Instant(iso8601: "2024-12-01")
    let decisions = try input.histories.map { try engine.decisions(for: $0, asOf: now) }
    // The offer starts after the last purchase, so that it was never redeemed.
    #expect(decisions.first?.first?.offers.map(\.verdict) == [.eligible])
  }

  @Test("tells grace, billing retry and refunds of the last transaction")
  func trouble() throws {
    var rows = Samples.rows()
    rows[0]["billing_issues_detected_at"] = "2024-01-05 00:00:00"
    rows[1]["refunded_at"] = "2024-02-05 00:00:00"
    rows[2]["billing_issues_detected_at"] = "2024-04-01 00:00:00"
    rows[2]["grace_period_end_time"] = "2024-04-17 00:00:00"
    let history = try #require(try histories(Samples.text(rows)).histories.first)
    let renewal = try #require(history.renewalInfo.first)
    #expect(history.renewalInfo.count == 1)
    #expect(renewal.isInBillingRetryPeriod == true)
    #expect(renewal.expirationIntent == 2)
    #expect(renewal.autoRenewStatus == nil)
    #expect(renewal.gracePeriodExpiresDate == (try TimelineDate(iso8601: "2024-04-17T00:00:00Z")))
    #expect(
      history.transactions.map(\.revocationDate) == [
        nil, try TimelineDate(iso8601: "2024-02-05T00:00:00Z"), nil,
      ]
    )
  }

  @Test("leaves out other stores and what does not renew, and counts them")
  func others() throws {
    var rows = Samples.rows("alice") + Samples.rows("bob") + Samples.rows("carol")
    for index in 3..<6 { rows[index]["store"] = "play_store" }
    rows[7]["is_auto_renewable"] = "f"
    rows[7]["end_time"] = ""
    let input = try histories(Samples.text(rows))
    #expect(input.histories.map(\.customerId) == ["alice", "carol"])
    #expect(input.histories.map(\.transactions.count) == [3, 2])
    #expect(
      input.warnings.map(\.message) == [
        "3 rows of other stores skipped", "1 row of products that do not renew skipped",
      ]
    )
  }

  @Test("has purchases of one environment, or those of the one that is asked for")
  func environments() throws {
    var rows = Samples.rows("alice") + Samples.rows("bob")
    rows[1]["is_sandbox"] = "true"
    let text = Samples.text(rows)
    #expect(
      refusal { _ = try histories(text) } == """
        1:1: expected purchases of one environment, found 'Production' and 'Sandbox'; '--environment' \
        names the one that is meant
        """
    )
    for (environment, counts) in [("Production", [2, 3]), ("Sandbox", [1])] {
      let options = HistoryOptions(environment: environment)
      let input = try HistoryInput(reading: text.utf8, options: options)
      #expect(input.histories.map(\.transactions.count) == counts)
      #expect(
        input.histories.flatMap(\.transactions).allSatisfy { $0.environment == environment }
      )
      let count = environment == "Sandbox" ? "5 rows" : "1 row"
      #expect(input.warnings.map(\.message) == ["\(count) of other environments skipped"])
    }
  }

  @Test(
    "that is wrong is told with its line and column",
    arguments: [
      (
        ["start_time": "yesterday"], "2:24", "a date such as 2025-01-15 or 2025-01-15 09:30:00",
        "start_time", "yesterday"
      ),
      (["country": "u1"], "2:7", "a storefront such as 'USA' or 'US'", "country", "u1"),
      (["renewal_number": "x"], "2:129", "a number such as 1", "renewal_number", "x"),
      (
        ["store_transaction_id": "NULL"], "2:93", "an identifier, not a word for nothing,",
        "store_transaction_id", "NULL"
      ),
      (
        ["original_store_transaction_id": "2.00000012345679e+17"], "2:99",
        "an identifier as text, not as a rounded number,", "original_store_transaction_id",
        "2.00000012345679e+17"
      ),
      (["country": "ZZ"], "2:7", "a storefront such as 'USA' or 'US'", "country", "ZZ"),
    ]
  )
  func wrongValues(
    changes: [String: String],
    place: String,
    expected: String,
    column: String,
    found: String
  ) {
    #expect(
      refusal { _ = try histories(Samples.text([Samples.row(changes)])) }
        == "\(place): expected \(expected) in column '\(column)', found '\(found)'"
    )
  }

  @Test(
    "that lacks something is told with its column",
    arguments: ["end_time", "start_time", "product_identifier", "rc_original_app_user_id"]
  )
  func blanks(column: String) {
    let text = Samples.text([Samples.row([column: " "])])
    let message = refusal { _ = try histories(text) } ?? ""
    #expect(message.hasSuffix("expected a value in column '\(column)', found none"))
  }

  @Test("without a column that is needed names the nearest one")
  func missingColumn() {
    let text = Samples.text(Samples.rows()).replacing("end_time,grace", with: "endtime,grace")
    #expect(
      refusal { _ = try histories(text) } == """
        1:1: expected a column 'end_time' for 'expiresDate', found 'endtime' as the nearest
        """
    )
  }
}
