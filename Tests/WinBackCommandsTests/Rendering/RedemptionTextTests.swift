import Testing

@Suite("The text about a purchase")
struct RedemptionTextTests {
  @Test(
    "has the time of a bound if the day alone misleads (M4)",
    arguments: [
      (
        "2026-10-15",
        "15 October 2026, 00:00 UTC: the purchase succeeds. The offer is open since 15 January 2025 "
          + "until 15 October 2026, 00:00 UTC."
      ),
      (
        "2026-10-14",
        "14 October 2026: the purchase succeeds. The offer is open since 15 January 2025 until 14 "
          + "October 2026."
      ),
      (
        "2026-10-15T00:00:00.001Z",
        "The last instant before at which it succeeds is "
          + "2026-10-15T00:00:00.000Z."
      ),
      ("2026-10-16", "The last instant before at which it succeeds is 15 October 2026, 00:00 UTC."),
      (
        "2024-06-15",
        "15 June 2024: the purchase succeeds. The offer is open since 1 June 2024 until this purchase "
          + "of the history."
      ),
    ]
  )
  func bounds(instant: String, expected: String) {
    let text = Self.text("alice.json", ["--redeem", "basic_1m_free", "--as-of", instant])
    #expect(text.hasSuffix(expected), "\(text)")
  }

  @Test("agrees with the lines of a decision about the last day of a window (M4)")
  func lastDay() {
    let text = Self.text("alice.json", ["--as-of", "2026-10-15"])
    #expect(text.contains("from 15 January 2025 until 15 October 2026, 00:00 UTC next change"))
    #expect(text.contains("no longer eligible from 2026-10-15T00:00:00.001Z"))
    #expect(!text.contains("14 October 2026"))
  }

  @Test(
    "says nothing of other instants, or from when it is not known, if not all are decided (M4)",
    arguments: [
      ("2024-07-10", "The input does not give customer.storefront."),
      ("2024-06-10", "From 1 July 2024 it is not known whether it succeeds."),
      ("2028-01-01", "the offer allows at most 24 months since then"),
    ]
  )
  func undecided(instant: String, expected: String) {
    let text = Self.text("undetermined.json", ["--redeem", "basic_1m_free", "--as-of", instant])
    #expect(text.hasSuffix(expected), "\(text)")
  }

  /// The text with its lines put together.
  private static func text(_ customer: String, _ arguments: [String]) -> String {
    CommandRun(
      ["evaluate", Samples.path(customer), "-c", Samples.path("catalog.json")] + arguments
    ).output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
