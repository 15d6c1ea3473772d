import Foundation
import TestSupport
import Testing
import WinBack
import WinBackAnalysis
import WinBackFormats

/// The small rule sets of `Examples/Recipes/rules`, which extend the App Store's.
@Suite("A rule set that extends the shipped one")
struct RecipeRuleTests {
  private static let folder = "Examples/Recipes/rules"

  private static let files: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: PackageFiles.path(folder))
    return (names ?? []).sorted()
  }()

  @Test("is there for each recipe")
  func recipes() {
    #expect(
      Self.files == [
        "by-territory.json", "days-after-refund.json", "never-refunded.json", "two-offers.json",
        "wait-from-redemption.json", "yearly-leavers.json",
      ]
    )
  }

  @Test("has at most 12 lines, and changes who is eligible", arguments: files)
  func change(file: String) throws {
    let text = try String(contentsOf: PackageFiles.url("\(Self.folder)/\(file)"), encoding: .utf8)
    #expect(text.split(separator: "\n").count <= 12)
    let rules = try CheckedRuleSet(json: text.utf8)
    let shipped = try CheckedRuleSet.appStore()
    #expect(rules.ruleSet.order == shipped.ruleSet.order)
    #expect(rules.ruleSet.rules.starts(with: shipped.ruleSet.rules))
    let catalog = try Catalog(
      json: Data(contentsOf: PackageFiles.url("Examples/DestinationVideo/catalog.json"))
    )
    let comparison = CatalogComparison(
      from: try EligibilityEngine(catalog: catalog, rules: shipped),
      to: try EligibilityEngine(catalog: catalog, rules: rules)
    )
    guard comparison.factPolicyChanges.isEmpty else {
      #expect(comparison.factPolicyChanges.map(\.attribute) == ["waitStart"])
      return
    }
    let changes = comparison.offers().filter { $0.change != .same }
    #expect(!changes.isEmpty)
    for offer in changes {
      #expect(offer.change == .narrower && offer.lost != nil, "\(offer.key)")
    }
  }

  @Test("replaces, adds and removes by id and name")
  func merging() throws {
    let rules = try CheckedRuleSet(
      json: """
        { "extends": "AppStore", "name": "Own", "remove": ["territory", "gapTolerance"],
          "policies": [ { "name": "waitStart", "value": "redemption" } ],
          "rules": [ { "id": "paid-duration", "require": "true", "because": "always" },
                     { "id": "own", "require": "customer.refunds == 0", "because": "none" } ] }
        """.utf8
    ).ruleSet
    let shipped = try CheckedRuleSet.appStore().ruleSet
    let kept = shipped.rules.map(\.id).filter { $0 != "territory" }
    #expect(rules.rules.map(\.id) == kept + ["own"])
    #expect(rules.rules.first { $0.id == "paid-duration" }?.require == "true")
    let wait = try #require(rules.policies.first { $0.name == "waitStart" })
    #expect(wait.value == "redemption" && !wait.alternatives.isEmpty)
    #expect(!rules.policies.contains { $0.name == "gapTolerance" })
  }

  @Test(
    "tells what is wrong at its own line",
    arguments: [
      (
        #""remove": ["teritory"]"#,
        "1:47: error: expected a rule or a policy of 'AppStore', found 'teritory'; did you mean 'territory'?"
      ),
      (
        #""rules": [ { "id": "own", "require": "customer.refund == 0", "because": "" } ]"#,
        "1:73: error: unknown variable 'customer.refund'; did you mean 'customer.refunds'?"
      ),
      (
        #""rules": [ { "id": "a", "require": "true", "because": "" }, { "id": "a", "require": "true", "because": "" } ]"#,
        "expected each id once, found 'a' again"
      ),
      (#""screens": []"#, "expected no 'extends' in a rule set with 'screens', found some"),
    ]
  )
  func errors(member: String, message: String) throws {
    let error = #expect(throws: FormatError.self) {
      try CheckedRuleSet(json: "{ \"extends\": \"AppStore\", \"name\": \"a\", \(member) }".utf8)
    }
    #expect("\(try #require(error))".contains(message.split(separator: ": ").last ?? ""))
  }
}
