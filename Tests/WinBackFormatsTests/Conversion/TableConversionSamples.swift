import WinBackFormats

/// Tables of every format: customers who pay, redeem, share, get refunds, lapse and return.
enum TableConversionSamples {
  static let all: [TableConversionSample] =
    [
      revenueCat("revenuecat, version 3", delimiter: ";", hasOffers: false) {
        $0 == "true" ? "t" : $0 == "false" ? "f" : $0
      },
      revenueCat("revenuecat, version 4", delimiter: ";", hasOffers: false) { $0 },
      revenueCat("revenuecat, version 5", delimiter: ",", hasOffers: true) { $0 },
      revenueCat("revenuecat, version 6", delimiter: ",", hasOffers: true) { $0 },
      revenueCat(
        "revenuecat, version 7",
        delimiter: ",",
        hasOffers: true,
        more: ["experiments": #""{""id"":""e1"",""variant"":""a""}""#]
      ) { $0 },
      revenueCatEvents, adapty, adaptyWebhooks, subscriberReport,
    ] + mapped

  // MARK: - RevenueCat

  private static func revenueCat(
    _ name: String,
    delimiter: String,
    hasOffers: Bool,
    more: [String: String] = [:],
    _ spelling: (String) -> String
  ) -> TableConversionSample {
    let columns =
      (hasOffers ? RevenueCatSamples.columns : RevenueCatSamples.columnsWithoutOffers)
      + more.keys.sorted()
    let rows = RevenueCatSamples.manyRows.map { row in
      let row = row.merging(more) { $1 }.merging(["entitlement_identifiers": ""]) { $1 }
      return columns.map { spelling(row[$0] ?? "") }.joined(separator: delimiter)
    }
    return TableConversionSample(
      name: name,
      format: .revenueCat,
      header: columns.joined(separator: delimiter) + "\n",
      rows: rows
    )
  }

  private static let revenueCatEvents = TableConversionSample(
    name: "revenuecat-events",
    format: .revenueCatEvents,
    header: "",
    rows: [
      event("INITIAL_PURCHASE", "1", from: 1_704_067_200_000, #""price":9.99,"country_code":"US""#),
      event("RENEWAL", "2", from: 1_706_745_600_000, #""price":9.99,"country_code":"US""#),
      event("CANCELLATION", "2", from: 1_706_745_600_000, #""cancel_reason":"UNSUBSCRIBE""#),
      event("EXPIRATION", "2", from: 1_706_745_600_000, #""expiration_reason":"UNSUBSCRIBE""#),
      event(
        "INITIAL_PURCHASE",
        "3",
        from: 1_714_521_600_000,
        of: "bruno",
        #""price":0,"period_type":"TRIAL","country_code":"JP""#
      ),
      event(
        "RENEWAL",
        "4",
        from: 1_717_200_000_000,
        of: "bruno",
        #""price":5,"offer_code":"spring""#
      ),
      event(
        "BILLING_ISSUE",
        "4",
        from: 1_717_200_000_000,
        of: "bruno",
        #""grace_period_expiration_at_ms":1721200000000"#
      ),
      event("CANCELLATION", "1", from: 1_704_067_200_000, #""cancel_reason":"CUSTOMER_SUPPORT""#),
      event(
        "INITIAL_PURCHASE",
        "5",
        from: 1_704_067_200_000,
        of: "chiara",
        #""price":9.99,"country_code":"XK","is_family_share":true"#
      ),
    ]
  )

  private static func event(
    _ type: String,
    _ transaction: String,
    from start: Int,
    of customer: String = "alice",
    _ members: String
  ) -> String {
    #"{"api_version":"1.0","event":{"type":"\#(type)","event_timestamp_ms":\#(start + 86_400_000),"#
      + #""original_app_user_id":"\#(customer)","store":"APP_STORE","environment":"PRODUCTION","#
      + #""product_id":"basic.monthly","transaction_id":"\#(transaction)","#
      + #""original_transaction_id":"1","purchased_at_ms":\#(start),"#
      + #""expiration_at_ms":\#(start + 2_592_000_000),\#(members)}}"#
  }

  // MARK: - Adapty

  private static let adaptyRows: [[String]] = [
    adaptyRow("alice", "subscription_started", "1", "01", "02", price: "9.99"),
    adaptyRow("alice", "subscription_renewed", "2", "02", "03", price: "9.99"),
    adaptyRow("alice", "subscription_expired", "2", "02", "03", ["voluntarily_cancelled"]),
    adaptyRow("bruno", "trial_started", "3", "01", "02", price: "0"),
    adaptyRow("bruno", "trial_converted", "4", "02", "05", price: "9.99"),
    adaptyRow("bruno", "billing_issue_detected", "4", "02", "05", ["billing_error"]),
    adaptyRow(
      "chiara",
      "subscription_started",
      "5",
      "03",
      "04",
      ["", "spring", "winback", "free_trial"]
    ),
    adaptyRow("chiara", "subscription_renewed", "6", "04", "07", price: "9.99"),
    adaptyRow("chiara", "subscription_refunded", "6", "04", "07", ["refund"]),
    adaptyRow("dora", "subscription_started", "7", "03", "06", ["", "x", "holiday", ""]),
  ]

  private static func adaptyRow(
    _ customer: String,
    _ event: String,
    _ transaction: String,
    _ start: String,
    _ end: String,
    _ offer: [String] = [],
    price: String = ""
  ) -> [String] {
    let time = "T08:27:06.000000+0000"
    let isEnd = event.hasSuffix("expired") || event.hasSuffix("refunded")
    return [
      customer, event, "2024-\(isEnd ? end : start)-01\(time)", transaction, "1", "basic.monthly",
      "2024-\(start)-01\(time)", "2024-\(end)-01\(time)", price, "app_store", "US", "Production",
    ] + offer + Array(repeating: "", count: 4 - offer.count)
  }

  private static let adapty = TableConversionSample(
    name: "adapty",
    format: .adapty,
    header: EventTests.adaptyColumns.joined(separator: ",") + "\n",
    rows: adaptyRows.map { $0.joined(separator: ",") }
  )

  private static let adaptyWebhooks = TableConversionSample(
    name: "adapty, webhooks",
    format: .adapty,
    header: "",
    rows: adaptyRows.map { row in
      let members = zip(EventTests.adaptyColumns, row).map { #""\#($0)":"\#($1)""# }
      let properties = members.dropFirst(3).joined(separator: ",")
      return "{\(members.prefix(3).joined(separator: ",")),\"event_properties\":{\(properties)}}"
    }
  )

  // MARK: - Others

  private static let subscriberReport = TableConversionSample(
    name: "subscriber-report",
    format: .subscriberReport,
    header: """
      Event Date\tSubscription Apple ID\tSubscription Group ID\tStandard Subscription Duration\t\
      Subscription Offer Type\tSubscription Offer Duration\tPromotional Offer ID\t\
      Customer Price\tCountry\tSubscriber ID\tSubscriber ID Reset\tRefund\tPurchase Date

      """,
    rows: [
      "2024-01-01\t6001\t2\t1 Month\tFree Trial\t7 Days\t \t0\tUS\t77\t \t \t",
      "2024-01-08\t6001\t2\t1 Month\t \t \t \t9.99\tUS\t77\t \t \t",
      "2024-02-08\t6001\t2\t1 Month\t \t \t \t9.99\tUS\t77\t \t \t",
      "2024-02-10\t6001\t2\t1 Month\t \t \t \t-9.99\tUS\t77\t \tYes\t2024-02-08",
      "03/08/2024\t6001\t2\t1 Month\t \t \tspring\t4.99\tJP\t78\t \t \t",
      "2024-04-08\t6001\t2\t6 Months\tPay Up Front\t3 Months\t \t19.99\tXK\t79\t \t \t",
    ]
  )

  /// The same rows with commas and with tabs.
  private static let mapped: [TableConversionSample] =
    [("table, CSV", ","), ("table, TSV", "\t")].map { name, delimiter in
      let rows = [
        ["customer", "invoice", "plan", "from", "length", "amount", "country", "offer", "renews"],
        ["alice", "i1", "p1", "1704067200", "P1M", "9.99", "US", "", "1"],
        ["alice", "i2", "p1", "1706745600", "P1M", "9.99", "USA", "", "0"],
        ["bruno", "i3", "p1", "1704067200", "1 Month", "0", "XK", "spring", "0"],
        ["bruno", "i4", "p1", "1706745600", "ONE_YEAR", "9.99", "XKS", "", ""],
        ["chiara", "i5", "p1", "1704067200", "90 Days", "", "JP", "other", "0"],
      ].map { $0.joined(separator: delimiter) }
      return TableConversionSample(
        name: name,
        format: .table,
        header: (rows.first ?? "") + "\n",
        rows: Array(rows.dropFirst()),
        mapping: mapping
      )
    }

  private static let mapping = Mapping(
    name: "table",
    dates: .seconds,
    fields: [
      .customerId: [Mapping.Source(.column("customer"))],
      .transactionId: [Mapping.Source(.column("invoice"))],
      .productId: [Mapping.Source(.column("plan"))],
      .purchaseDate: [Mapping.Source(.column("from"))],
      .duration: [Mapping.Source(.column("length"))],
      .price: [Mapping.Source(.column("amount"))],
      .storefront: [Mapping.Source(.column("country"))],
      .offerIdentifier: [Mapping.Source(.column("offer"))],
      .offerType: [
        Mapping.Source(
          .value("4"),
          where: [Mapping.Condition(column: "offer", values: ["spring"])]
        ),
        Mapping.Source(
          .value("unknown"),
          where: [Mapping.Condition(column: "offer", values: ["*"])]
        ),
      ],
      .autoRenewStatus: [Mapping.Source(.column("renews"))],
    ],
    products: ["p1": "basic.monthly"]
  )
}

extension RevenueCatSamples {
  /// Customers with all that a row can say.
  fileprivate static let manyRows: [[String: String]] =
    rows()
    + ([
      (
        "bruno", 1, "2024-01-01", "2024-01-08",
        [
          "is_trial_period": "true", "purchase_price_in_purchased_currency": "0", "country": "JP",
        ]
      ),
      ("bruno", 2, "2024-01-08", "2024-02-08", ["refunded_at": "2024-01-20 10:00:00"]),
      (
        "bruno", 3, "2024-02-08", "2024-05-08",
        [
          "billing_issues_detected_at": "2024-05-08 08:27:06",
          "grace_period_end_time": "2024-05-24 08:27:06",
        ]
      ),
      ("chiara", 1, "2024-01-01", "2024-03-01", ["ownership_type": "FAMILY_SHARED"]),
      ("dora", 1, "2024-01-01", "2024-03-01", ["country": "XK"]),
      (
        "dora", 2, "2024-06-01", "2024-07-01",
        [
          "offer": "spring", "offer_type": "win_back", "country": "DE",
          "purchase_price_in_purchased_currency": "0",
          "unsubscribe_detected_at": "2024-06-02 10:00:00",
        ]
      ),
      ("emil", 1, "2024-01-01", "2024-07-01", ["offer": "x", "offer_type": "holiday"]),
      ("emil", 1, "2024-01-01", "2024-06-01", ["store": "play_store"]),
    ] as [(String, Int, String, String, [String: String])])
    .map { customer, number, start, end, changes in
      row(changes, of: customer, number: number, from: start, to: end)
    }
}
