import WinBackTesting

/// Files in memory that scenario files may name.
struct ScenarioFiles {
  static let catalog = """
    { "subscriptionGroups": [ { "id": "video", "subscriptions": [
      { "productId": "basic", "subscriptionPeriod": "ONE_MONTH", "winBackOffers": [
        { "offerId": "free_month", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
          "customerEligibilityPaidSubscriptionDurationInMonths": 3,
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 },
          "customerEligibilityWaitBetweenOffersInMonths": 6,
          "startDate": "2023-01-01" },
        { "offerId": "loyal", "offerMode": "PAY_UP_FRONT", "duration": "ONE_YEAR",
          "customerEligibilityPaidSubscriptionDurationInMonths": 1,
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 1, "maximum": 12 },
          "startDate": "2023-01-01", "endDate": "2026-12-31", "priority": "HIGH",
          "territories": ["USA", "NOR"] } ] },
      { "productId": "premium", "subscriptionPeriod": "ONE_MONTH" } ] } ] }
    """

  /// The engine of a catalog by the rules of the App Store.
  static func engine(_ catalog: String = catalog) throws -> EligibilityEngine {
    try SampleCatalog.engine(of: Catalog(json: catalog.utf8))
  }

  static let histories = """
    {"customerId":"alice","transactions":[{"productId":"basic","purchaseDate":"2024-01-01",\
    "expiresDate":"2024-04-01"}],"renewalInfo":{"autoRenewStatus":0}}
    {"customerId":"bruno","transactions":[]}

    """

  var files: [String: String] = [
    "catalog.json": catalog,
    "customers.jsonl": histories,
    "alice.json": String(histories.prefix { $0 != "\n" }),
    "broken.json": "{",
  ]

  /// Reads a scenario file, all of which can be read.
  func suite(_ json: String, named name: String = "x.scenarios.json") throws -> ScenarioSuite {
    let suite = try read(json, named: name)
    if let error = suite.errors.first { throw error }
    return suite
  }

  /// Reads scenarios of customers of the catalog in the USA.
  func suite(of scenarios: String) throws -> ScenarioSuite {
    try suite(
      """
      { "catalog": "catalog.json", "storefront": "USA", "scenarios": [ \(scenarios) ] }
      """
    )
  }

  /// Reads as much of a scenario file as can be read.
  func read(_ json: String, named name: String = "x.scenarios.json") throws -> ScenarioSuite {
    var library = ScenarioLibrary { path throws(UnreadableFile) in
      guard let text = files[path] else {
        throw UnreadableFile(reason: "cannot open '\(path)': no such file")
      }
      return ContiguousArray(text.utf8)
    }
    return try ScenarioSuite(json: ContiguousArray(json.utf8), file: name, &library)
  }

  /// Runs one scenario and returns its mismatches.
  func mismatches(history: String, expect: String) throws -> [String] {
    let scenario = "{ \"name\": \"one\", \"history\": \(history), \"expect\": [\(expect)] }"
    let suite = try suite(of: scenario)
    return suite.scenarios.flatMap { $0.run().failures }.flatMap(\.mismatches).map { mismatch in
      "\(mismatch.subject): expected \(mismatch.expected), found \(mismatch.found)"
        + (mismatch.offers.isEmpty ? "" : " (\(mismatch.offers.joined(separator: ", ")))")
    }
  }
}
