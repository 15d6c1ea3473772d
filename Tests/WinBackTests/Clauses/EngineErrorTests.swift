import Testing
import WinBackFormats

@Suite("An engine that cannot be made")
struct EngineErrorTests {
  @Test(
    "tells which policy or value is not known, and the nearest one",
    arguments: [
      (["monthLenght": "calendar"], "monthLength"), (["monthLength": "calender"], "calendar"),
    ]
  )
  func policies(policies: [String: String], nearest: String) throws {
    let error = try error(catalog(), policies)
    #expect(error?.description.hasSuffix("; did you mean '\(nearest)'?") == true)
  }

  @Test("tells what is known where nothing is near")
  func farAway() throws {
    let error = try error(catalog(), ["monthLength": "lunar"])
    #expect(
      error?.description
        == "expected 'calendar' or 'thirtyDays' for the policy 'monthLength', found 'lunar'"
    )
  }

  @Test("tells what of the catalog contradicts itself")
  func contradiction() throws {
    let error = try error(catalog(offer("twice"), offer("twice")), [:])
    #expect(
      error?.description
        == "expected offer ids to be unique within group 'group', found the offerId 'twice' again"
    )
  }

  private func error(_ catalog: Catalog, _ policies: [String: String]) throws -> EngineError? {
    let rules = try CheckedRuleSet.appStore()
    return #expect(throws: EngineError.self) {
      try EligibilityEngine(catalog: catalog, rules: rules, policies: policies)
    }
  }
}
