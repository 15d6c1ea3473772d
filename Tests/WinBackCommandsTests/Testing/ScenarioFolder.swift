/// The catalog that scenarios of tests are about.
enum ScenarioFolder {
  /// Returns a catalog with an offer that needs so many paid months.
  static func catalog(_ months: Int = 3) -> String {
    """
    { "subscriptionGroups": [ { "id": "video", "subscriptions": [
      { "productId": "basic", "subscriptionPeriod": "ONE_MONTH", "winBackOffers": [
        { "offerId": "free_month", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
          "customerEligibilityPaidSubscriptionDurationInMonths": \(months),
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 },
          "startDate": "2023-01-01" } ] } ] } ] }

    """
  }

  /// Creates a directory with the catalog.
  static func make() -> TemporaryDirectory { TemporaryDirectory(["catalog.json": catalog()]) }
}

extension TemporaryDirectory {
  /// Writes a file with a scenario for each day on which the free month is expected.
  func write(_ name: String, days: [String], catalog: String = "catalog.json") throws {
    let scenarios = days.map { day in
      """
      { "name": "free from \(day)",
        "history": [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true } ],
        "expect": [ { "asOf": "\(day)", "eligible": ["free_month"] } ] }
      """
    }
    try write(
      "{ \"catalog\": \"\(catalog)\", \"scenarios\": [\n\(scenarios.joined(separator: ",\n")) ] }\n",
      to: name
    )
  }

  /// Runs `winback test`; what is printed names files without the folder.
  func test(
    _ paths: [String],
    _ arguments: [String] = [],
    on memory: InMemoryConsole = InMemoryConsole()
  ) -> CommandRun {
    CommandRun(["test"] + paths.map(path) + arguments, on: memory)
      .removing(path() + "/").removing(path())
  }
}
