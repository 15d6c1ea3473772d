// A folder in WinBack's own format.

extension GateEdit {
  static let native: [String: String] = [
    "winback.json": """
    {
      "catalog": "catalog.json",
      "live": "live.json",
      "histories": "customers.jsonl",
      "scenarios": ".",
      "minimumCoverage": 5,
      "minimumMutation": 1,
      "losses": "approved",
      "terms": "approved",
      "suppressions": [],
      "accept": []
    }
    """,
    "catalog.json": catalog, "live.json": catalog,
    "customers.jsonl": ["ada", "ben", "cleo"].map { customer in
      #"{ "customerId": "\#(customer)", "storefront": "USA", "transactions": [ { "#
        + #""productId": "basic", "purchaseDate": "2024-01-01", "expiresDate": "2024-06-01", "#
        + #""transactionReason": "PURCHASE" } ], "renewalInfo": { "autoRenewStatus": 0 } }"# + "\n"
    }.joined(),
    "a.scenarios.json": """
    { "scenarios": [
      { "name": "three months are enough", "storefront": "USA",
        "history": [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true } ],
        "expect": [
          { "asOf": "2024-05-01", "eligible": [], "because": { "free_month": ["time-since-last-subscribed"] } },
          { "asOf": "2024-06-01", "order": ["free_month"] } ] },
      { "name": "two are not", "storefront": "USA",
        "history": [ { "subscribe": "basic", "on": "2024-01-01", "months": 2 }, { "cancel": true } ],
        "expect": [ { "asOf": "2024-06-01", "eligible": [], "undetermined": [] } ] },
      { "name": "nobody else", "storefront": "USA", "history": [],
        "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] } ] }

    """,
    "b.scenarios.json": """
    { "scenarios": [
      { "name": "the end of two years", "storefront": "USA",
        "history": [ { "subscribe": "basic", "on": "2022-01-01", "months": 3 }, { "cancel": true } ],
        "expect": [ { "asOf": "2024-04-02", "eligible": [] } ] } ] }

    """,
  ]

  private static let catalog = """
    { "subscriptionGroups": [ { "id": "video", "subscriptions": [
      { "productId": "basic", "subscriptionPeriod": "ONE_MONTH",
        "prices": [ { "territory": "USA", "customerPrice": "9.99" } ],
        "winBackOffers": [
        { "offerId": "free_month", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
          "customerEligibilityPaidSubscriptionDurationInMonths": 3,
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 },
          "startDate": "2023-01-01" },
        { "offerId": "half_year", "offerMode": "PAY_UP_FRONT", "duration": "SIX_MONTHS",
          "customerEligibilityPaidSubscriptionDurationInMonths": 6,
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 3, "maximum": 12 },
          "customerEligibilityWaitBetweenOffersInMonths": 6,
          "startDate": "2027-01-01", "priority": "HIGH",
          "prices": [ { "territory": "USA", "customerPrice": "19.99" } ] } ] } ] } ] }

    """

  /// Changes that take something from the check itself.
  static let weaker = [
    GateEdit("a lower coverage", "minimumCoverage 5 → 1", config("overage\": 5", "overage\": 1")),
    GateEdit("no coverage", "minimumCoverage 5 → none", config("\"minimumCoverage\": 5,", "")),
    GateEdit("no mutants", "minimumMutation 1 → 0", config("utation\": 1", "utation\": 0")),
    GateEdit(
      "losses that need no approval",
      "losses need no approval any more",
      config("\"losses\": \"approved\"", "\"losses\": \"shown\"")
    ),
    GateEdit(
      "no word about losses",
      "losses need no approval any more",
      config("\"losses\": \"approved\",", "")
    ),
    GateEdit(
      "terms that need no approval",
      "terms need no approval any more",
      config("\"terms\": \"approved\"", "\"terms\": \"shown\"")
    ),
    GateEdit(
      "an accepted finding",
      "winback.json:10:23: error: weaker than main: accepted now: locked-at-start of free_month (urgent)",
      config(
        "\"suppressions\": []",
        #""suppressions": [   { "code": "locked-at-start", "offerId": "free_month", "reason": "urgent" } ]"#
      )
    ),
    GateEdit(
      "all findings of a code accepted",
      "accepted now: locked-at-start (urgent)",
      config(
        "\"suppressions\": []",
        #""suppressions": [ { "code": "locked-at-start", "reason": "urgent" } ]"#
      )
    ),
    GateEdit(
      "a loss that is accepted before",
      "accepted now: losses of half_year (later)",
      config("\"accept\": []", #""accept": [ { "offerId": "half_year", "reason": "later" } ]"#)
    ),
    GateEdit(
      "a loss in another group that is accepted before",
      "accepted now: losses of half_year in group g (later)",
      config(
        "\"accept\": []",
        #""accept": [ { "offerId": "half_year", "subscriptionGroupIdentifier": "g", "reason": "later" } ]"#
      )
    ),
    GateEdit(
      "a price that is accepted with its change",
      "accepted now: terms of half_year (agreed)",
      config(
        "\"accept\": []",
        #""accept": [ { "change": "terms", "offerId": "half_year", "reason": "agreed" } ]"#
      ),
      ("catalog.json", "19.99", "1.99")
    ),
    GateEdit(
      "no live catalog",
      "no live catalog, which locks what cannot change",
      config("\"live\": \"live.json\",", "")
    ),
    GateEdit(
      "a live catalog that moves with a criterion",
      "catalog.json:7:74: error: weaker than main: the live catalog moves with what it locks: expected 2",
      ("catalog.json", "\"minimum\": 2", "\"minimum\": 1"),
      ("live.json", "\"minimum\": 2", "\"minimum\": 1")
    ),
    GateEdit(
      "a live catalog that moves with a price",
      "the live catalog moves with what it locks: expected 19.99 in USA",
      ("catalog.json", "19.99", "1.99"),
      ("live.json", "19.99", "1.99")
    ),
    GateEdit("no customers", "3 customers → 0", config("\"histories\": \"customers.jsonl\",", "")),
    GateEdit("a customer less", "3 customers → 2", ("customers.jsonl", ada, "")),
    GateEdit("other customers", "3 customers → 1", config("customers.jsonl", "one.jsonl")),
    GateEdit(
      "a scenario less",
      "4 scenarios → 3: 'nobody else' of",
      (
        "a.scenarios.json",
        """
        ,
          { "name": "nobody else", "storefront": "USA", "history": [],
            "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }
        """, ""
      )
    ),
    GateEdit(
      "a file that is no longer found",
      "4 scenarios → 3: 'the end of two years' of",
      ("b.scenarios.json", "", nil)
    ),
    GateEdit(
      "fewer files",
      "4 scenarios → 1: 'three months are enough', 'two are not', 'nobody else' of",
      config("\"scenarios\": \".\"", "\"scenarios\": \"b.scenarios.json\"")
    ),
    GateEdit(
      "a reason less",
      "a.scenarios.json:2: error: weaker than main: 'three months are enough' expects less as of "
        + "1 May 2024: no longer because of free_month",
      (
        "a.scenarios.json",
        ", \"because\": { \"free_month\": [\"time-since-last-subscribed\"] }", ""
      )
    ),
    GateEdit(
      "no order",
      "expects less as of 1 June 2024: no longer order",
      ("a.scenarios.json", "\"order\"", "\"eligible\"")
    ),
    GateEdit(
      "an instant less",
      "expects less as of 1 June 2024: no longer eligible, order",
      (
        "a.scenarios.json", ",\n      { \"asOf\": \"2024-06-01\", \"order\": [\"free_month\"] }",
        ""
      )
    ),
    GateEdit(
      "what is not known may be anything",
      "'two are not' expects less as of 1 June 2024: no longer that nothing is undetermined, undetermined",
      (
        "a.scenarios.json", "\"eligible\": [], \"undetermined\": []",
        "\"eligible\": [\"half_year\"]"
      )
    ),
    GateEdit(
      "other policies for one scenario",
      "'nobody else' has other policies",
      (
        "a.scenarios.json", "\"name\": \"nobody else\"",
        "\"name\": \"nobody else\", \"policies\": { \"waitStart\": \"redemption\" }"
      )
    ),
  ]

  private static let ada =
    native["customers.jsonl"].map { String($0.prefix { $0 != "\n" }) + "\n" } ?? ""

  static func config(_ old: String, _ new: String) -> (
    file: String, old: String, new: String?
  ) { ("winback.json", old, new) }

  /// Changes that need an approval, or that the App Store does not accept.
  static let harmful = [
    GateEdit(
      "a tenth of a price",
      "catalog.json:14:58: error: expected the terms of 'half_year' as before, or their approval under "
        + "'accept', found customers in USA pay 1.99 instead of 19.99 for 6 months (of half_year, at ",
      ("catalog.json", "19.99", "1.99")
    ),
    GateEdit(
      "another mode",
      "found free, was paid up front (of half_year",
      ("catalog.json", "PAY_UP_FRONT", "FREE_TRIAL")
    ),
    GateEdit("another length", "a period is 1 year", ("catalog.json", "SIX_MONTHS", "ONE_YEAR")),
    GateEdit(
      "another wait",
      "5 months between two",
      ("catalog.json", "Months\": 6,\n      \"s", "Months\": 5,\n      \"s")
    ),
    GateEdit(
      "a lower regular price",
      "catalog.json:3:56: error: expected the terms of 'basic' as before",
      ("catalog.json", "9.99", "4.99")
    ),
    GateEdit(
      "a yearly product",
      "[period-changed] (of basic",
      (
        "catalog.json", "\"subscriptionPeriod\": \"ONE_MONTH\"",
        "\"subscriptionPeriod\": \"ONE_YEAR\""
      )
    ),
    GateEdit(
      "a loss",
      "expected that no customer loses 'half_year'",
      ("catalog.json", "\"minimum\": 3", "\"minimum\": 4")
    ),
    GateEdit(
      "swapped ids",
      "the ids free_month and half_year are swapped",
      ("catalog.json", "\"offerId\": \"free_month\"", "\"offerId\": \"x\""),
      ("catalog.json", "\"half_year\"", "\"free_month\""),
      ("catalog.json", "\"x\"", "\"half_year\"")
    ),
    GateEdit(
      "an attribute that no customer has",
      "rules read the attribute 'vip', which no customer of",
      config("\"live\"", "\"rules\": \"vip.json\", \"live\"")
    ),
    GateEdit(
      "a screen of offers that are not there",
      "the screen 'introductory' can show no offer",
      config("\"live\"", "\"rules\": \"screens.json\", \"live\"")
    ),
  ]

  /// Changes that take nothing from anybody.
  static let harmless = [
    GateEdit("a higher coverage", nil, config("overage\": 5", "overage\": 6")),
    GateEdit(
      "keys in another order",
      nil,
      config(
        "\"minimumMutation\": 1,\n  \"losses\": \"approved\",",
        "\"losses\": \"approved\",\n  \"minimumMutation\": 1,"
      )
    ),
    GateEdit(
      "another name of a scenario",
      nil,
      ("a.scenarios.json", "two are not", "two months are not enough")
    ),
    GateEdit("no scenarios, as the folder", nil, config("\"scenarios\": \".\",", "")),
    GateEdit(
      "a scenario in another file",
      nil,
      ("b.scenarios.json", "", nil),
      ("c.scenarios.json", "", "b")
    ),
    GateEdit("an empty line between customers", nil, ("customers.jsonl", "}\n", "}\n\n")),
    GateEdit(
      "expectations in another order",
      nil,
      (
        "a.scenarios.json", "{ \"asOf\": \"2024-06-01\", \"order\": [\"free_month\"] }",
        "{ \"asOf\": \"2024-06-02\", \"order\": [\"free_month\"] }"
      )
    ),
    GateEdit(
      "an instant more",
      nil,
      (
        "a.scenarios.json", "\"order\": [\"free_month\"] }",
        "\"order\": [\"free_month\"] },\n { \"asOf\": \"2024-07-01\", \"eligible\": [\"free_month\"] }"
      )
    ),
    GateEdit(
      "the name of a product in the live catalog",
      nil,
      (
        "live.json", "\"productId\": \"basic\"",
        "\"productId\": \"basic\", \"referenceName\": \"Basic\""
      )
    ),
    GateEdit(
      "a policy at its default",
      nil,
      config("\"live\"", "\"policies\": { \"waitStart\": \"offerPeriodEnd\" }, \"live\"")
    ),
  ]
}
