import Foundation
import TestSupport
import Testing
import WinBackAnalysis
import WinBackTesting

/// Each small change of an example's catalog against the suite that is generated for it.
@Suite("A change of a catalog")
struct CatalogChangeTests {
  private static let example = Result {
    try Catalog(json: Data(contentsOf: PackageFiles.url("Examples/DestinationVideo/catalog.json")))
  }

  private static let changes = (try? example.get()).map { CatalogChange.all(of: $0) } ?? []

  private static let suite = Result {
    GeneratedSuite(try EligibilityEngine(catalog: example.get(), rules: .appStore()))
  }

  @Test("is one of many, in all attributes")
  func count() {
    #expect(Self.changes.count > 83)
  }

  @Test("is noticed by the generated suite where somebody's offers change, and only there")
  func notice() throws {
    let suite = try Self.suite.get()
    // A build that is not optimized takes a tenth of them, of all kinds.
    var generator = SplitMix64(seed: 1)
    let changes = Self.changes.shuffled(using: &generator)
    let tried = TestBuild.isOptimized ? changes : Array(changes.prefix(changes.count / 10))
    let unnoticed = tried.concurrentMap { change -> String? in
      do {
        let engine = try EligibilityEngine(catalog: change.catalog, rules: .appStore())
        let catalog = String(decoding: CatalogWriter.bytes(of: change.catalog), as: UTF8.self)
        let isNoticed = try suite.scenarios(catalog: catalog).contains { scenario in
          !scenario.faults.isEmpty || !scenario.run().passed
        }
        let exact = Self.changesSomebody(from: suite.engine, to: engine)
        if !exact, Self.findsSomebody(of: change, suite.engine, engine) {
          return "\(change.testDescription) changes somebody, unseen by compare"
        }
        if exact == isNoticed { return nil }
        return "\(change.testDescription) \(exact ? "passes unnoticed" : "changes nobody")"
      } catch {
        return "\(change.testDescription): \(error)"
      }
    }
    #expect(unnoticed.compactMap(\.self) == [])
  }

  /// Returns whether the exact comparison knows somebody who has other offers, or another order.
  private static func changesSomebody(
    from old: EligibilityEngine,
    to new: EligibilityEngine
  ) -> Bool {
    let comparison = CatalogComparison(from: old, to: new)
    return comparison.offers().contains { $0.gained != nil || $0.lost != nil }
      || !comparison.orderChanges().isEmpty
  }

  /// Returns whether a customer of a grid has other offers, or another order.
  private static func findsSomebody(
    of change: CatalogChange,
    _ old: EligibilityEngine,
    _ new: EligibilityEngine
  ) -> Bool {
    let group = old.catalog.subscriptionGroups[0]
    let offers = group.subscriptions.flatMap(\.winBackOffers)
    let grid = CustomerGrid(around: change.offer, on: change.productId, redeeming: offers)
    func eligible(_ engine: EligibilityEngine, _ visit: CustomerGrid.Visit) -> [String] {
      engine.snapshot(of: visit.history, group: group.id, asOf: visit.now)
        .map(engine.eligibleWinBackOfferIDs) ?? []
    }
    return grid.visits.contains { eligible(old, $0) != eligible(new, $0) }
  }
}
