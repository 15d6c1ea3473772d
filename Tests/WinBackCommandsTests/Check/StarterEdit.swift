/// Changes of a folder that `winback new` wrote, before its offers start.
enum StarterEdit {
  /// What is put in place of the territories of the yearly offer, so that it has prices.
  static let prices =
    "\"prices\": [\(usa), \(canada), { \"territory\": \"GBR\", \"customerPrice\": \"17.99\" }]"

  private static let paid = "\"customerEligibilityPaidSubscriptionDurationInMonths\": "
  private static let wait = "\"customerEligibilityWaitBetweenOffersInMonths\": "
  private static let yearlyStart =
    "\"startDate\": \"2024-01-01\",\n              \"priority\": \"HIGH\""
  private static let usa = "{ \"territory\": \"USA\", \"customerPrice\": \"19.99\" }"
  private static let canada = "{ \"territory\": \"CAN\", \"customerPrice\": \"24.99\" }"

  /// Returns an edit of the catalog that does harm.
  private static func harm(
    _ description: String,
    _ old: String,
    _ new: String,
    _ expected: String
  ) -> PlantedEdit {
    PlantedEdit(description, old, new, expected)
  }

  /// Returns another policy.
  private static func policy(_ name: String, _ value: String, _ expected: String) -> PlantedEdit {
    let new = "{ \"policies\": { \"\(name)\": \"\(value)\" },"
    return PlantedEdit("the policy \(name)", "{", new, expected, in: "winback.json")
  }

  /// Changes by which somebody has other offers, pays another price, or the App Store refuses one.
  static let harmful = criteria + terms + others

  private static let criteria = [
    harm("one paid month more", paid + "3", paid + "4", "4 months paid needed, was 3"),
    harm("one paid month less", paid + "3", paid + "2", "2 months paid needed, was 3"),
    harm("twice the paid months", paid + "12", paid + "24", "24 months paid needed, was 12"),
    harm("one paid month is enough", paid + "12", paid + "1", "1 month paid needed, was 12"),
    harm("an earlier minimum", "\"minimum\": 2", "\"minimum\": 1", "1 month away needed, was 2"),
    harm("a later minimum", "\"minimum\": 2", "\"minimum\": 3", "3 months away needed, was 2"),
    harm("a minimum of two", "\"minimum\": 1", "\"minimum\": 2", "2 months away needed, was 1"),
    harm(
      "an earlier maximum",
      "\"maximum\": 24",
      "\"maximum\": 23",
      "at most 23 months away, was 24"
    ),
    harm(
      "half the maximum",
      "\"maximum\": 24",
      "\"maximum\": 12",
      "at most 12 months away, was 24"
    ),
    harm("a later maximum", "\"maximum\": 12", "\"maximum\": 13", "at most 13 months away, was 12"),
    harm("mixed-up bounds", "\"minimum\": 1,", "\"minimum\": 13,", "[lapse-order]"),
    harm("a shorter wait", wait + "6", wait + "5", "5 months between two redemptions, was 6"),
    harm("a longer wait", wait + "6", wait + "12", "12 months between two redemptions, was 6"),
    harm("no wait", wait + "6,", "", "no wait between two redemptions, was 6"),
    harm(
      "a wait where there was none",
      yearlyStart,
      wait + "3, " + yearlyStart,
      "3 months between two redemptions, was none"
    ),
    harm("a later start", "2024-01-01", "2024-02-01", "starts on 2024-02-01, was 2024-01-01"),
    harm("an earlier start", "2024-01-01", "2023-12-01", "starts on 2023-12-01, was 2024-01-01"),
    harm("a start that has passed", "2024-01-01", "2022-12-01", "reaches more customers"),
    harm(
      "an end",
      yearlyStart,
      "\"endDate\": \"2024-12-31\", " + yearlyStart,
      "ends on 2024-12-31, was none"
    ),
    harm("a territory less", usa + ", ", "", "no longer in USA"),
    harm(
      "a territory more",
      usa,
      usa + ", " + usa.replacing("USA", with: "NOR"),
      "also in NOR"
    ),
    harm("another territory", "\"GBR\"", "\"IRL\"", "also in IRL, no longer in GBR"),
  ]

  private static let terms = [
    harm(
      "a tenth of the price",
      "19.99",
      "1.99",
      "customers in USA pay 1.99 instead of 19.99 for 1 year"
    ),
    harm("one cent more", "24.99", "25.00", "customers in CAN pay 25 instead of 24.99 for 1 year"),
    harm(
      "a price that is not written",
      ", \"customerPrice\": \"19.99\"",
      "",
      "the price for customers in USA is gone, was 19.99"
    ),
    harm("paid instead of free", "FREE_TRIAL", "PAY_UP_FRONT", "paid up front, was free"),
    harm("free instead of paid", "PAY_UP_FRONT", "FREE_TRIAL", "free, was paid up front"),
    harm(
      "a free year",
      "\"duration\": \"ONE_MONTH\"",
      "\"duration\": \"ONE_YEAR\"",
      "a period is 1 year, was 1 month"
    ),
    harm(
      "half a year",
      "\"duration\": \"ONE_YEAR\"",
      "\"duration\": \"SIX_MONTHS\"",
      "a period is 6 months, was 1 year"
    ),
    harm(
      "twelve periods",
      "\"offerMode\": \"FREE_TRIAL\",",
      "\"offerMode\": \"FREE_TRIAL\", \"periodCount\": 12,",
      "12 periods, was 1"
    ),
    harm(
      "no promotion",
      yearlyStart,
      "\"promotionIntent\": \"NOT_PROMOTED\", " + yearlyStart,
      "promotion 'NOT_PROMOTED', was none"
    ),
    harm("a higher priority", "\"NORMAL\"", "\"HIGH\"", "priority high, was normal"),
    harm("a lower priority", "\"HIGH\"", "\"NORMAL\"", "priority normal, was high"),
  ]

  private static let others = [
    harm("another id", "\"monthly_1m_free\"", "\"monthly_free\"", "- monthly_1m_free: is gone"),
    harm("another product", "\"membership.yearly\"", "\"membership.year\"", "for the product"),
    harm(
      "a product in another group",
      "        },\n        {\n          \"productId\": \"membership.yearly\",",
      "        }\n ] }, { \"id\": \"20000002\", \"subscriptions\": [ {\n \"productId\": \"membership.yearly\",",
      "membership.yearly is in group 20000002, was in group 20000001"
    ),
    policy("candidateOffers", "anyProductInGroup", "reaches more customers"),
    policy("paidStreak", "accumulated", "facts are read differently: paidStreak"),
    policy("waitStart", "redemption", "facts are read differently: waitStart"),
    policy("maximumBound", "wholeMonths", "reaches more customers"),
  ]

  /// Changes of the text, or of what no customer notices.
  static let harmless =
    [
      ("a line feed", "{\n", "{\n\n"),
      ("a schema", "{\n", "{\n  \"$schema\": \"catalog.schema.json\",\n"),
      ("the name of the group", "\"Membership\"", "\"Members\""),
      ("no name of the group", "\"referenceName\": \"Membership\",", ""),
      (
        "one period", "\"offerMode\": \"FREE_TRIAL\",",
        "\"offerMode\": \"FREE_TRIAL\", \"periodCount\": 1,"
      ),
      ("the usual priority, not written", ",\n              \"priority\": \"NORMAL\"", ""),
      ("no end, as null", yearlyStart, "\"endDate\": null, " + yearlyStart),
      ("no wait, as null", yearlyStart, wait + "null, " + yearlyStart),
      ("no promotion, as null", yearlyStart, "\"promotionIntent\": null, " + yearlyStart),
      ("a fraction of zero", "\"minimum\": 2", "\"minimum\": 2.0"),
      ("an exponent", "\"maximum\": 24", "\"maximum\": 2.4e1"),
      ("an escaped letter", "\"monthly_1m_free\"", "\"\\u006donthly_1m_free\""),
      ("a start with a time", "\"2024-01-01\"", "\"2024-01-01T00:00:00Z\""),
      (
        "bounds in another order", "\"minimum\": 2, \"maximum\": 24",
        "\"maximum\": 24, \"minimum\": 2"
      ),
      ("a price with another zero", "19.99", "19.990"),
      ("an alpha-2 code", "\"territory\": \"USA\"", "\"territory\": \"US\""),
      ("prices in another order", usa + ", " + canada, canada + ", " + usa),
      (
        "a product without offers", "\"subscriptions\": [",
        "\"subscriptions\": [ { \"productId\": \"membership.weekly\" },"
      ),
    ].map { PlantedEdit($0.0, $0.1, $0.2) } + [
      policy("waitStart", "offerPeriodEnd", ""),
      PlantedEdit(
        "another path to the catalog",
        "\"catalog.json\"",
        "\"./customers/../catalog.json\"",
        in: "winback.json"
      ),
    ]
}
