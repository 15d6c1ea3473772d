import CEL
import Testing
import WinBackAnalysis
import WinBackFormats

/// What is said of many offers, against each pair of them.
@Suite("Offers that are related")
struct OfferRelationsTests {
  @Test("are those that each pair says, of random offers that ask nearly the same")
  func pairs() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(40, for: 62) {
      var dice = Dice(seed: seed)
      let engine = try EligibilityEngine(catalog: dice.rivals(), rules: rules)
      let analysis = CatalogAnalysis(engine)
      var relations = OfferRelations(analysis)
      let audiences = analysis.audiences
      for (place, audience) in audiences.enumerated() {
        guard case .somebody = analysis.existence(of: audience) else { continue }
        let twins = audiences.indices.filter { other in
          other != place && analysis.areIdentical(audience, audiences[other])
        }
        #expect(
          relations.twin(of: place)?.key == twins.first { $0 < place }.map { audiences[$0].key },
          "seed \(seed)"
        )
        let containing = audiences.indices.filter { other in
          other != place && !twins.contains(other)
            && analysis.isContained(audience, in: audiences[other])
        }
        #expect(
          relations.containing(place, atMost: 10).map(\.key)
            == containing.map { audiences[$0].key },
          "seed \(seed)"
        )
      }
    }
  }

  @Test("are told once each, and of many only the first ones are named")
  func many() throws {
    let nested = (1...13).map { offer("o\($0)", paid: $0, lapse: 1...24, wait: nil) }
    let twins = (1...15).map { offer("t\($0)", paid: 30, lapse: 1...24, wait: 6) }
    let engine = try EligibilityEngine(
      catalog: Catalog(subscriptionGroups: [group("g", ["p": nested + twins])]),
      rules: .appStore()
    )
    let findings = CatalogLinter(engine, asOf: Instant(milliseconds: 0)).findings()
    #expect(findings.filter { $0.code == .identicalOffers }.count == 14)
    let last = findings.last { $0.code == .containedOffer }
    #expect(last?.message.hasSuffix("', others") == true, "\(last?.message ?? "none")")
    #expect(findings.allSatisfy { $0.example?.eligible.ids.count ?? 0 <= 10 })
    #expect(last?.example?.eligible.hasMore == true)
  }
}
