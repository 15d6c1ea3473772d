import WinBackTesting

/// A suite that was generated for a catalog, as a file that can be run.
struct GeneratedSuite {
  let engine: EligibilityEngine
  let drafts: [ScenarioDraft]
  let untold: Int

  init(_ engine: EligibilityEngine) {
    self.engine = engine
    let generator = SuiteGenerator(for: engine)
    drafts = generator.scenarios
    untold = generator.untold
  }

  /// The scenarios, written and read again, against a catalog in which they are told.
  func scenarios(
    catalog: String,
    rules: String? = nil,
    policies: [String: String] = [:]
  ) throws -> [Scenario] {
    var files = ScenarioFiles()
    files.files["catalog.json"] = catalog
    files.files["rules.json"] = rules
    let setting = EngineSetting(
      catalog: "catalog.json",
      rules: rules == nil ? nil : "rules.json",
      policies: policies
    )
    let bytes = ScenarioWriter.file(drafts, setting)
    return try files.suite(String(decoding: bytes, as: UTF8.self)).scenarios
  }
}
