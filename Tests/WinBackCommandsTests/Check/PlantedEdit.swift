import Testing

/// A change of the example's catalog, or of another file, which does harm or none.
struct PlantedEdit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let file: String
  let old: String
  let new: String
  /// What a check must tell of it; empty if it must tell nothing.
  let expected: String

  init(
    _ description: String,
    _ old: String,
    _ new: String,
    _ expected: String = "",
    in file: String = "catalog.json"
  ) {
    testDescription = description
    self.file = file
    self.old = old
    self.new = new
    self.expected = expected
  }

  private static let paid = "\"customerEligibilityPaidSubscriptionDurationInMonths\": "
  private static let wait = "\"customerEligibilityWaitBetweenOffersInMonths\": "

  /// Changes by which somebody has other offers than before.
  static let harmful = [
    PlantedEdit("one paid month more", paid + "3", paid + "4"),
    PlantedEdit("one paid month less", paid + "3", paid + "2"),
    PlantedEdit("half the paid months", paid + "12", paid + "6"),
    PlantedEdit("no trial month is enough", paid + "1,", paid + "2,"),
    PlantedEdit("an earlier minimum", "\"minimum\": 2", "\"minimum\": 1"),
    PlantedEdit("a later minimum", "\"minimum\": 3", "\"minimum\": 4"),
    PlantedEdit("an earlier maximum", "\"maximum\": 6", "\"maximum\": 5"),
    PlantedEdit("a later maximum", "\"maximum\": 18", "\"maximum\": 19"),
    PlantedEdit("a shorter wait", wait + "6", wait + "5"),
    PlantedEdit("a longer wait", wait + "12", wait + "13"),
    PlantedEdit("no wait", wait + "6,", ""),
    PlantedEdit(
      "a wait where there was none",
      "\"startDate\": \"2024-03-01\"",
      wait + "3, \"startDate\": \"2024-03-01\""
    ),
    PlantedEdit("a later start", "\"2023-01-01\"", "\"2023-01-02\""),
    PlantedEdit("an earlier end", "\"2025-12-31\"", "\"2025-12-30\""),
    PlantedEdit("no end", "\"endDate\": \"2025-12-31\",", ""),
    PlantedEdit(
      "an end where there was none",
      "\"startDate\": \"2024-03-01\"",
      "\"startDate\": \"2024-03-01\", \"endDate\": \"2026-12-31\""
    ),
    PlantedEdit("a territory less", "\"FRA\", \"NOR\",", "\"FRA\","),
    PlantedEdit("a territory more", "\"FRA\", \"NOR\",", "\"FRA\", \"NOR\", \"SWE\","),
    PlantedEdit(
      "a price less",
      "{ \"territory\": \"AUS\", \"customerPrice\": \"7.49\" },",
      ""
    ),
    PlantedEdit("another id", "\"basic_1m_free\"", "\"basic_free\""),
  ]

  /// Changes of the text, or of what customers do not notice.
  static let harmless = [
    PlantedEdit("a line feed", "{\n", "{\n\n"),
    PlantedEdit("a schema", "{\n", "{\n  \"$schema\": \"catalog.schema.json\",\n"),
    PlantedEdit("the name of the group", "\"Streaming Pass\"", "\"Streaming\""),
    PlantedEdit("the name of a product", "\"Premium a year\"", "\"Premium, yearly\""),
    PlantedEdit(
      "territories in another order",
      "\"USA\", \"CAN\", \"GBR\"",
      "\"GBR\", \"USA\", \"CAN\""
    ),
    PlantedEdit("an alpha-2 code", "\"USA\", \"CAN\"", "\"US\", \"CAN\""),
    PlantedEdit("one period, not written", "\"periodCount\": 1,", ""),
    PlantedEdit("one period, as null", "\"periodCount\": 1,", "\"periodCount\": null,"),
    PlantedEdit(
      "the usual priority, not written",
      "\"priority\": \"NORMAL\",\n              \"promotionIntent\": \"NOT_PROMOTED\"",
      "\"promotionIntent\": \"NOT_PROMOTED\""
    ),
    PlantedEdit(
      "no wait, as null",
      "\"startDate\": \"2024-03-01\"",
      "\"customerEligibilityWaitBetweenOffersInMonths\": null, \"startDate\": \"2024-03-01\""
    ),
    PlantedEdit(
      "no end, as null",
      "\"startDate\": \"2024-03-01\"",
      "\"endDate\": null, \"startDate\": \"2024-03-01\""
    ),
    PlantedEdit(
      "no territories, as a null",
      "\"startDate\": \"2024-02-01\"",
      "\"territories\": null, \"startDate\": \"2024-02-01\""
    ),
    PlantedEdit("a number with a fraction of zero", "\"minimum\": 2", "\"minimum\": 2.0"),
    PlantedEdit("a number with an exponent", "\"maximum\": 18", "\"maximum\": 1.8e1"),
    PlantedEdit("an escaped letter", "\"basic_1m_free\"", "\"\\u0062asic_1m_free\""),
    PlantedEdit("a start with a time", "\"2023-01-01\"", "\"2023-01-01T00:00:00Z\""),
    PlantedEdit("an end with a time", "\"2025-12-31\"", "\"2025-12-31T15:00:00Z\""),
    PlantedEdit(
      "bounds the other way round",
      "\"minimum\": 2, \"maximum\": 24",
      "\"maximum\": 24, \"minimum\": 2"
    ),
    PlantedEdit(
      "prices in another order",
      """
      { "territory": "USA", "customerPrice": "4.99" },
                      { "territory": "CAN", "customerPrice": "6.99" },
      """,
      """
      { "territory": "CAN", "customerPrice": "6.99" },
                      { "territory": "USA", "customerPrice": "4.99" },
      """
    ),
    PlantedEdit("no name of a group", "\"referenceName\": \"Streaming Pass\",", ""),
  ]
}
