import Testing
import WinBackFormats

@Suite("A native catalog that is wrong")
struct CatalogErrorTests {
  /// Checks what is said of the sample with one part replaced; `^` marks the place in the new one.
  private func check(_ old: String, _ marked: String, _ message: String, _ path: String) throws {
    let text = try MarkedText(NativeSamples.catalog, replacing: old, with: marked)
    #expect(refusal { try Catalog(json: text.bytes) } == text.error(message, at: path))
  }

  /// `^` marks the place that the error must point at.
  @Test(
    "is refused with the place, the finding and the nearest name: an offer",
    arguments: [
      (
        #""offerId": "#, #"^"offerID": "#, "unknown key 'offerID'; did you mean 'offerId'?",
        ".offerID"
      ),
      (#"{ "offerId": "basic_1m_free", "#, "^{ ", "the key 'offerId' is missing", ""),
      (
        #""basic_1m_free""#, #"^"""#, "expected an identifier, found an empty string", ".offerId"
      ),
      (#""basic_1m_free""#, "^1", "expected a string, found a number", ".offerId"),
      (
        #""FREE_TRIAL""#, #"^"FREETRIAL""#,
        "unknown value 'FREETRIAL'; did you mean 'FREE_TRIAL'?", ".offerMode"
      ),
      (
        #""FREE_TRIAL""#, #"^"discount""#,
        """
        unknown value 'discount'; expected one of 'FREE_TRIAL', 'PAY_UP_FRONT', 'PAY_AS_YOU_GO'
        """, ".offerMode"
      ),
      (
        #""duration": "ONE_MONTH""#, #""duration": ^"ONEMONTH""#,
        "unknown value 'ONEMONTH'; did you mean 'ONE_MONTH'?", ".duration"
      ),
      (
        #""periodCount": 1"#, #""periodCount": ^0"#,
        "expected a whole number from 1 to 1000, found 0", ".periodCount"
      ),
      (
        #""periodCount": 1"#, #""periodCount": ^1.5"#,
        "expected a whole number, found one with a fraction", ".periodCount"
      ),
      (
        #""periodCount": 1"#, #""periodCount": ^1e400"#,
        "expected a number of at most 64 bits, found a larger one", ".periodCount"
      ),
      (
        "DurationInMonths\": 3", "DurationInMonths\": ^-3",
        "expected a whole number from 0 to 1200, found -3",
        ".customerEligibilityPaidSubscriptionDurationInMonths"
      ),
      (
        "DurationInMonths\": 3", "DurationInMonths\": ^null",
        "the key 'customerEligibilityPaidSubscriptionDurationInMonths' must not be null",
        ".customerEligibilityPaidSubscriptionDurationInMonths"
      ),
      (
        #""customerEligibilityPaidSubscriptionDurationInMonths""#,
        #"^"customerEligibilityPaidSubscriptionDuration""#,
        """
        unknown key 'customerEligibilityPaidSubscriptionDuration'; did you mean \
        'customerEligibilityPaidSubscriptionDurationInMonths'?
        """, ".customerEligibilityPaidSubscriptionDuration"
      ),
      (
        #"{ "minimum": 2, "maximum": 24 }"#, "^2", "expected an object, found a number",
        ".customerEligibilityTimeSinceLastSubscribedInMonths"
      ),
      (
        #"{ "minimum": 2, "maximum": 24 }"#, #"^{ "minimum": 2 }"#,
        "the key 'maximum' is missing", ".customerEligibilityTimeSinceLastSubscribedInMonths"
      ),
      (
        "\"maximum\": 24", "^\"max\": 24", "unknown key 'max'; expected 'minimum' or 'maximum'",
        ".customerEligibilityTimeSinceLastSubscribedInMonths.max"
      ),
      ("\"2024-10-01\"", "\"^0000-10-01\"", "year 0 is not in 1 to 9999", ".startDate"),
      (
        "\"2024-10-01\"", "\"1000^0-10-01\"", "expected '-' after the year, found '0'", ".startDate"
      ),
      (
        "\"2024-10-01\"", #""20\u0032\u0034-^13-01""#, "month 13 is not in 1 to 12", ".startDate"
      ),
      (
        "\"2026-12-31\"", "\"2026-02-^30\"",
        "2026-02-30 does not exist: February 2026 has 28 days", ".endDate"
      ),
      ("\"2026-12-31\"", "^1798675200000", "expected a string, found a number", ".endDate"),
      ("\"HIGH\"", "^\"high\"", "unknown value 'high'; did you mean 'HIGH'?", ".priority"),
      (
        "\"JPN\"", "^\"ZZ\"", "expected a storefront such as 'USA', found 'ZZ'", ".territories[1]"
      ),
      (
        "\"JPN\"", "^\"jp\"",
        "expected a storefront such as 'USA', found 'jp'; did you mean 'JPN'?", ".territories[1]"
      ),
      (
        "\"territories\": ", #""prices": [{"territory": "USA"}], "territories": ^"#,
        "expected either 'territories' or 'prices', found both", ".territories"
      ),
      (
        #""territories": ["USA", "JPN"]"#, #""prices": [^{"customerPrice": "1"}]"#,
        "the key 'territory' is missing", ".prices[0]"
      ),
      (
        #""territories": ["USA", "JPN"]"#,
        #""prices": [{"territory": "USA", "customerPrice": ^1}]"#,
        "expected a string, found a number", ".prices[0].customerPrice"
      ),
    ]
  )
  func offers(old: String, marked: String, message: String, path: String) throws {
    try check(
      old,
      marked,
      message,
      "subscriptionGroups[0].subscriptions[0].winBackOffers[0]\(path)"
    )
  }

  @Test(
    "is refused with the place, the finding and the nearest name: the rest",
    arguments: [
      (
        #""subscriptionGroups""#, #"^"groups""#,
        "unknown key 'groups'; expected '$schema' or 'subscriptionGroups'", "groups"
      ),
      (
        #""subscriptionGroups""#, #"^"subscriptionGroup""#,
        "unknown key 'subscriptionGroup'; did you mean 'subscriptionGroups'?", "subscriptionGroup"
      ),
      (
        #""id": "21394321""#, #""id": ^21394321"#, "expected a string, found a number",
        "subscriptionGroups[0].id"
      ),
      (
        #"{ "id": "21394321", "#, "^{ ", "the key 'id' is missing", "subscriptionGroups[0]"
      ),
      (
        #""productId""#, #"^"product""#, "unknown key 'product'; did you mean 'productId'?",
        "subscriptionGroups[0].subscriptions[0].product"
      ),
      (
        #""groupLevel": 2"#, #""groupLevel": ^0"#,
        "expected a whole number of at least 1, found 0",
        "subscriptionGroups[0].subscriptions[0].groupLevel"
      ),
      (
        #""groupLevel": 2"#, #""groupLevel": ^99999999999999999999"#,
        "expected a number of at most 64 bits, found a larger one",
        "subscriptionGroups[0].subscriptions[0].groupLevel"
      ),
      (
        #""subscriptionPeriod": "ONE_MONTH""#, #""subscriptionPeriod": ^"P1M""#,
        """
        unknown value 'P1M'; expected one of 'ONE_WEEK', 'ONE_MONTH', 'TWO_MONTHS', \
        'THREE_MONTHS', 'SIX_MONTHS', 'ONE_YEAR'
        """, "subscriptionGroups[0].subscriptions[0].subscriptionPeriod"
      ),
      (
        #""groupLevel": 2"#, #""groupLevel": 2, ^"groupLevel": 2"#,
        "the key 'groupLevel' occurs twice", "subscriptionGroups[0].subscriptions[0].groupLevel"
      ),
    ]
  )
  func rest(old: String, marked: String, message: String, path: String) throws {
    try check(old, marked, message, path)
  }

  @Test("gives an identifier twice, at the second one")
  func duplicates() {
    func offer(_ id: String) -> String {
      """
      {"offerId":"\(id)","offerMode":"FREE_TRIAL","duration":"ONE_WEEK","startDate":"2024-10-01",
      "customerEligibilityPaidSubscriptionDurationInMonths":1,
      "customerEligibilityTimeSinceLastSubscribedInMonths":{"minimum":1,"maximum":2}}
      """
    }
    func catalog(_ groups: String) -> String? {
      refusal {
        try Catalog(json: #"{"subscriptionGroups":[\#(groups)]}"#.utf8)
      }
    }
    #expect(
      catalog(#"{"id":"g","subscriptions":[]},{"subscriptions":[],"id":"g"}"#)
        == """
        1:79: expected each subscription group once, found the id 'g' again \
        (at subscriptionGroups[1].id)
        """
    )
    #expect(
      catalog(
        #"{"id":"g","subscriptions":[{"productId":"p"}]},{"id":"h","subscriptions":[{"productId":"p"}]}"#
      )
        == """
        1:111: expected each product once, found the productId 'p' again \
        (at subscriptionGroups[1].subscriptions[0].productId)
        """
    )
    let twice = """
      {"id":"g","subscriptions":[{"productId":"p","winBackOffers":[\(offer("o"))]},
      {"productId":"q","winBackOffers":[\(offer("n")),
      \(offer("o"))]}]}
      """
    #expect(
      catalog(twice)
        == """
        7:12: expected offer ids to be unique within group 'g', found the offerId 'o' again \
        (at subscriptionGroups[0].subscriptions[1].winBackOffers[1].offerId)
        """
    )
    #expect(
      catalog(
        twice.replacing(
          #""productId":"q","#,
          with: #""productId":"q"}]},{"id":"h","subscriptions":[{"productId":"r","#
        )
      ) == nil
    )
  }

  @Test(
    "is no catalog at all",
    arguments: [
      ("", "1:1: expected a value, found an empty file"),
      (" \n ", "2:2: expected a value, found an empty file"),
      ("[]", "1:1: expected an object, found an array"),
      (
        #"{"subscriptionGroups": {}}"#,
        "1:24: expected an array, found an object (at subscriptionGroups)"
      ),
      ("{}", "1:1: the key 'subscriptionGroups' is missing"),
      (
        #"{"subscriptionGroups": null}"#,
        "1:24: the key 'subscriptionGroups' must not be null (at subscriptionGroups)"
      ),
      (
        #"{"subscriptionGroups": [}"#,
        "1:25: expected a value, found '}' (at subscriptionGroups[0])"
      ),
      (
        #"{"subscriptionGroups": ["#,
        "1:25: the file ends early: expected a value (at subscriptionGroups[0])"
      ),
      ("\u{0}", "1:1: expected a value, found the character U+0000"),
      ("<html>", "1:1: expected a value, found '<'"),
    ]
  )
  func noCatalog(json: String, message: String) {
    #expect(refusal { try Catalog(json: json.utf8) } == message)
  }
}
