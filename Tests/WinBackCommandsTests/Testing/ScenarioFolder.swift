import WinBackCommands

/// A folder with a catalog and scenarios, for the time of a call.
struct ScenarioFolder {
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

  private let directory: TemporaryDirectory

  /// Calls a body with a folder that has a catalog.
  static func with(_ body: (ScenarioFolder) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      try directory.write(catalog(), to: "catalog.json")
      try body(ScenarioFolder(directory: directory))
    }
  }

  /// The path of a name in the folder.
  func path(_ name: String = "") -> String { directory.path(name) }

  /// Reads a file.
  func read(_ name: String) throws -> String { try directory.read(name) }

  /// Writes any file.
  func write(_ text: String, to name: String) throws { try directory.write(text, to: name) }

  /// Creates a directory.
  func makeDirectory(_ name: String) throws { try directory.makeDirectory(name) }

  /// Writes a file with a scenario for each day on which the free month is expected.
  func write(_ name: String, days: [String], catalog: String = "catalog.json") throws {
    let scenarios = days.map { day in
      """
      { "name": "free from \(day)",
        "history": [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true } ],
        "expect": [ { "asOf": "\(day)", "eligible": ["free_month"] } ] }
      """
    }
    try directory.write(
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
    CommandRun(["test"] + paths.map(directory.path) + arguments, on: memory)
      .removing(path() + "/").removing(path())
  }
}
