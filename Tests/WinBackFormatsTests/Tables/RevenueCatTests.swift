import CalendarTime
import TestSupport
import Testing
import WinBack
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
          transactionId: "20001.1",
          originalTransactionId: "20001",
          productId: "basic.monthly",
          purchaseDate: try TimelineDate(iso8601: "2024-01-01T08:27:06Z"),
          expiresDate: try TimelineDate(iso8601: "2024-02-01T08:27:06Z"),
          signedDate: try TimelineDate(iso8601: "2024-02-01T09:00:00Z"),
          inAppOwnershipType: "PURCHASED",
          price: 9990,
          storefront: Storefront("USA")
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
    #expect(history.transactions.map(\.transactionId) == ["20001.1", "20001.2", "20001.3"])
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

  @Test("leaves out other stores, the sandbox and what does not renew, and counts them")
  func others() throws {
    var rows = Samples.rows("alice") + Samples.rows("bob") + Samples.rows("carol")
    for index in 3..<6 { rows[index]["store"] = "play_store" }
    rows[6]["is_sandbox"] = "true"
    rows[7]["is_auto_renewable"] = "f"
    rows[7]["end_time"] = ""
    let input = try histories(Samples.text(rows))
    #expect(input.histories.map(\.customerId) == ["alice", "carol"])
    #expect(input.histories.map(\.transactions.count) == [3, 1])
    #expect(
      input.warnings.map(\.message) == [
        "3 rows of other stores skipped", "1 row of the sandbox skipped",
        "1 row of products that do not renew skipped",
      ]
    )
  }

  @Test(
    "that is wrong is told with its line and column",
    arguments: [
      (
        ["start_time": "yesterday"], "2:24", "a date such as 2025-01-15 or 2025-01-15 09:30:00",
        "start_time", "yesterday"
      ),
      (["country": "u1"], "2:7", "a storefront such as 'USA' or 'US'", "country", "u1"),
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
