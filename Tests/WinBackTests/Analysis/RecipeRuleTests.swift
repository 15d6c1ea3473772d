import Foundation
import TestSupport
import Testing
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
        "by-territory.json", "cheaper.json", "days-after-promotional-offer.json",
        "days-after-refund.json", "never-refunded.json", "two-a-year.json",
        "wait-from-redemption.json", "yearly-leavers.json",
      ]
    )
  }

  @Test("has at most 12 lines, and changes who is eligible", arguments: files)
  func change(file: String) throws {
    let rules = try rules(of: file)
    let shipped = try CheckedRuleSet.appStore()
    #expect(rules.ruleSet.order == shipped.ruleSet.order)
    #expect(rules.ruleSet.rules.starts(with: shipped.ruleSet.rules))
    let catalog = try catalog()
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

  /// Eight months of Premium in the USA, which ended on 1 September 2024, and what differs for others.
  private static func customer(
    _ change: (inout CustomerHistory) -> Void = { _ in }
  ) -> CustomerHistory {
    var customer = history {
      subscribe("premium.monthly", on: "2024-01-01", months: 8).with {
        $0.storefront = Storefront("USA")
      }
      renewalInfo(status: 0, intent: 1)
    }
    change(&customer)
    return customer
  }

  /// A customer who also bought something in the four months before.
  private static func customer(
    buying earlier: Transaction...
  ) -> CustomerHistory { customer { $0.transactions += earlier } }

  private static func purchase(on day: String) -> Transaction {
    subscribe("premium.monthly", on: day, months: 1)
  }

  /// The beginning of whose purchases is missing (F14a).
  private static let incomplete = customer { $0.transactions[0].transactionReason = "RENEWAL" }
  private static let withoutOffers = customer { $0.gaps = .redemptions }

  private static let promoted = purchase(on: "2023-12-20").with { $0.offerType = 2 }

  /// For each file a customer whom its rule refuses, one whom it allows, and one of whom the input does
  /// not say enough, each as of a day.
  private static let cases:
    [(
      file: String, asOf: String, refused: CustomerHistory, allowed: CustomerHistory,
      open: CustomerHistory
    )] = [
      (
        "by-territory.json", "2025-01-15", customer { $0.storefront = Storefront("BRA") },
        customer(), customer { ($0.storefront, $0.transactions[0].storefront) = (nil, nil) }
      ),
      (
        "cheaper.json", "2025-01-15", customer { $0.transactions[0].price = 4990 }, customer(),
        customer { $0.transactions[0].storefront = Storefront("JPN") }
      ),
      (
        "days-after-promotional-offer.json", "2024-01-19", customer(buying: promoted), customer(),
        incomplete
      ),
      (
        "days-after-refund.json", "2025-01-15",
        customer(buying: purchase(on: "2023-12-01").refunded(on: "2024-12-24")), customer(),
        incomplete
      ),
      (
        "never-refunded.json", "2025-01-15",
        customer(buying: purchase(on: "2023-12-01").refunded(on: "2023-12-24")), customer(),
        incomplete
      ),
      (
        "two-a-year.json", "2024-10-15",
        customer(
          buying: purchase(on: "2023-10-16").redeeming("a"),
          purchase(on: "2023-12-01").redeeming("a")
        ),
        customer(
          buying: purchase(on: "2023-10-15").redeeming("a"),
          purchase(on: "2023-12-01").redeeming("a")
        ), withoutOffers
      ),
      (
        "yearly-leavers.json", "2025-01-15", customer(),
        customer { $0.transactions[0].productId = "premium.yearly" },
        customer { $0.renewalInfo[0].autoRenewStatus = 1 }
      ),
    ]

  @Test(
    "refuses, allows, and says that it does not know",
    arguments: files.filter { $0 != "wait-from-redemption.json" }
  )
  func customers(file: String) throws {
    let rules = try rules(of: file)
    let engine = try EligibilityEngine(catalog: try catalog(), rules: rules)
    let own = try #require(rules.ruleSet.rules.last?.id)
    let example = try #require(Self.cases.first { $0.file == file })
    for (customer, outcome) in [
      (example.refused, false), (example.allowed, true), (example.open, nil),
    ] {
      let decision = try #require(
        engine.decisions(for: customer, asOf: instant(example.asOf)).first
      )
      #expect(decision.outcome(of: own, for: "premium_3m_half_price") == outcome)
    }
  }

  private func rules(of file: String) throws -> CheckedRuleSet {
    let text = try String(contentsOf: PackageFiles.url("\(Self.folder)/\(file)"), encoding: .utf8)
    #expect(text.split(separator: "\n").count <= 12)
    return try CheckedRuleSet(json: text.utf8)
  }

  private func catalog() throws -> Catalog {
    try Catalog(json: Data(contentsOf: PackageFiles.url("Examples/DestinationVideo/catalog.json")))
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
