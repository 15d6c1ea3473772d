import Testing

@Suite("The answer of evaluate")
struct EvaluateReasonTests {
  /// What the JSON says of the one offer: the verdict, and the rules that do not hold, with why.
  private func answer(_ run: CommandRun) throws -> [String] {
    let offer = try run.output.decoded(as: EvaluatedLine.self).offers[0]
    let others = offer.rules.filter { $0.outcome != true }
    return [offer.verdict] + others.map { "\($0.id): \($0.reason ?? "not known")" }
  }

  @Test(
    "is that of the worked example (section 5)",
    arguments: [
      (
        "2024-03-20",
        [
          "ineligible", "churned: still-subscribed", "paid-duration: paid-too-little",
          "time-since-last-subscribed: lapsed-too-short",
        ]
      ),
      ("2024-05-31", ["ineligible", "time-since-last-subscribed: lapsed-too-short"]),
      ("2024-06-01", ["eligible"]),
      ("2024-12-20", ["ineligible", "wait-between-offers: waiting"]),
      ("2025-01-15", ["eligible"]),
      ("2026-10-16", ["ineligible", "time-since-last-subscribed: lapsed-too-long"]),
    ]
  )
  func workedExample(asOf: String, expected: [String]) throws {
    #expect(try answer(Samples.evaluate("alice.json", asOf: asOf, ["--json"])) == expected)
  }

  @Test(
    "names every kind of no (section 4)",
    arguments: [
      (
        "never-subscribed", "2024-08-01",
        [
          "ineligible", "owned: never-subscribed", "churned: never-subscribed",
          "product: wrong-product", "paid-duration: paid-too-little",
          "time-since-last-subscribed: never-subscribed",
        ]
      ),
      (
        "in-grace-period", "2024-05-10",
        [
          "ineligible", "churned: in-grace-period", "time-since-last-subscribed: lapsed-too-short",
        ]
      ),
      (
        "in-billing-retry", "2024-05-20",
        [
          "ineligible", "churned: in-billing-retry", "time-since-last-subscribed: lapsed-too-short",
        ]
      ),
      (
        "revoked", "2024-04-20",
        ["ineligible", "churned: revoked", "time-since-last-subscribed: lapsed-too-short"]
      ),
      ("shared-access", "2024-07-15", ["ineligible", "no-access: shared-access"]),
      ("not-started", "2022-08-01", ["ineligible", "available: not-started"]),
      ("ended", "2027-02-01", ["ineligible", "available: ended"]),
      ("wrong-product", "2024-08-01", ["ineligible", "product: wrong-product"]),
      ("wrong-storefront", "2024-08-01", ["ineligible", "territory: wrong-storefront"]),
      ("paid-too-little", "2024-08-01", ["ineligible", "paid-duration: paid-too-little"]),
      ("involuntary-churn", "2024-08-01", ["eligible"]),
      ("undetermined", "2024-08-01", ["undetermined", "territory: not known"]),
    ]
  )
  func reasons(name: String, asOf: String, expected: [String]) throws {
    #expect(try answer(Samples.evaluate("\(name).json", asOf: asOf, ["--json"])) == expected)
  }

  @Test("changes with a policy")
  func policies() throws {
    let excluded = Samples.evaluate(
      "involuntary-churn.json",
      asOf: "2024-08-01",
      ["--json", "--policy", "involuntaryChurn=excluded"]
    )
    #expect(try answer(excluded) == ["ineligible", "involuntary: involuntary-churn"])
    let later = Samples.evaluate(
      "alice.json",
      asOf: "2025-01-15",
      ["--json", "--policy", "waitStart=subscriptionEnd", "--policy=timeZone=+09:00"]
    )
    #expect(try answer(later) == ["ineligible", "wait-between-offers: waiting"])
  }

  @Test("is about now where no instant is named, and starts a day where the policy does (T4)")
  func instants() throws {
    func asOf(_ arguments: [String]) throws -> String {
      let run = CommandRun(
        [
          "evaluate", Samples.path("alice.json"), "--catalog", Samples.path("catalog.json"),
          "--json",
        ] + arguments
      )
      return try run.output.decoded(as: EvaluatedLine.self).asOf
    }
    #expect(try asOf([]) == "1970-01-01T00:00:00.000Z")
    let zone = ["--policy", "timeZone=-08:00"]
    #expect(try asOf(["--as-of", "2025-01-15"]) == "2025-01-15T00:00:00.000Z")
    #expect(try asOf(["--as-of", "2025-01-15"] + zone) == "2025-01-15T08:00:00.000Z")
    #expect(try asOf(["--as-of", "2025-01-15T09:30"] + zone) == "2025-01-15T09:30:00.000Z")
    #expect(
      try asOf(["--as-of", "2025-01-15T09:30:15.1239+09:00"] + zone) == "2025-01-15T00:30:15.123Z"
    )
  }
}
