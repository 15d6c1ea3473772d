import Testing
import WinBackAnalysis
import WinBackFormats

@Suite("Offers that overlap")
struct OverlapLintTests {
  private static let codes: Set = [
    LintCode.alwaysHidden, .identicalOffers, .containedOffer, .shadowedOffer, .tiedOffers,
    .overlappingOffers,
  ]

  private func wide(_ id: String, wait: Int?, lapse: ClosedRange<Int> = 1...24) -> WinBackOffer {
    offer(id, paid: 1, lapse: lapse, wait: wait, priority: .high)
  }

  /// Returns the findings, of which each has a customer who may have its offer, as the engine says.
  private func found(
    _ catalog: Catalog,
    _ policies: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let engine = try EligibilityEngine(catalog: catalog, rules: .appStore(), policies: policies)
    let findings = try lint(catalog, policies: policies).filter { Self.codes.contains($0.code) }
    for finding in findings {
      let example = try #require(finding.example, sourceLocation: sourceLocation)
      let decisions = try engine.decisions(for: example.witness.history, asOf: example.witness.asOf)
      let eligible = decisions.first?.eligibleWinBackOfferIDs ?? []
      #expect(eligible == example.eligible.ids, sourceLocation: sourceLocation)
      #expect(eligible.contains(finding.offerId ?? ""), sourceLocation: sourceLocation)
      // Whoever shows that offers overlap has several; whoever shows a shadowed offer sees it.
      #expect(
        finding.code == .shadowedOffer ? eligible.first == finding.offerId : eligible.count > 1,
        sourceLocation: sourceLocation
      )
    }
    return findings.map { "\($0.code.rawValue) \($0.message)" }
  }

  @Test("a narrow offer behind a wide one with a wait comes first for those who wait only")
  func shadowed() throws {
    let narrow = offer("narrow", paid: 6, lapse: 2...12)
    #expect(
      try found(catalog(wide("wide", wait: 6), narrow)) == [
        "shadowed-offer 'narrow' comes first only for customers who have redeemed 'wide': its other "
          + "customers are all eligible for 'wide', listed before it"
      ]
    )
    #expect(
      try found(catalog(wide("wide", wait: nil), narrow)) == [
        "always-hidden 'narrow' is never first: its customers are all eligible for 'wide', which is listed "
          + "before it"
      ]
    )
  }

  @Test("several offers with waits can stand before another one together")
  func shadowedTogether() throws {
    let offers = catalog(
      wide("early", wait: 6, lapse: 1...6),
      wide("late", wait: 6, lapse: 6...24),
      offer("narrow", paid: 6, lapse: 2...12)
    )
    #expect(
      try found(offers) == [
        "shadowed-offer 'narrow' comes first only for customers who have redeemed 'early' or 'late': its "
          + "other customers are all eligible for one of these, listed before it"
      ]
    )
  }

  @Test("one that reaches somebody who has redeemed nothing is not shadowed")
  func wider() throws {
    let wider = offer("wider", paid: 6, lapse: 2...23)
    #expect(
      try found(catalog(wide("early", wait: 6, lapse: 1...22), wider)) == [
        "overlapping-offers some customers of 'wider' are also eligible for 'early', listed before it"
      ]
    )
  }

  @Test("those that only the ids put in order are named")
  func tied() throws {
    let first = offer("a", paid: 1, lapse: 1...12)
    let second = offer("b", paid: 6, lapse: 2...24)
    let third = offer("c", paid: 6, lapse: 2...24, priority: .high)
    #expect(
      try found(catalog(first, second)) == [
        "tied-offers only the ids decide which comes first, 'b' or 'a', for customers who are eligible for "
          + "both"
      ]
    )
    #expect(
      try found(catalog(first, third)) == [
        "overlapping-offers some customers of 'a' are also eligible for 'c', listed before it"
      ]
    )
    let loyal = offer("a", paid: 12, lapse: 1...12)
    #expect(
      try found(catalog(loyal, offer("b", paid: 6, lapse: 1...12))) == [
        "contained-offer every customer of 'a' is also eligible for 'b'",
        "tied-offers only the ids decide which comes first, 'b' or 'a', for customers who are eligible for "
          + "both",
      ]
    )
  }

  @Test("are compared at all instants of a short time, with what was redeemed in it")
  func shortlyLive() throws {
    func live(_ id: String, wait: Int?, _ priority: OfferPriority) -> WinBackOffer {
      offer(
        id,
        lapse: 1...1,
        wait: wait,
        from: day("2024-04-05"),
        through: day("2024-05-31"),
        priority: priority
      )
    }
    #expect(
      try found(catalog(live("best", wait: 12, .high), live("other", wait: nil, .normal))) == [
        "contained-offer every customer of 'best' is also eligible for 'other'",
        "shadowed-offer 'other' comes first only for customers who have redeemed 'best': its other "
          + "customers are all eligible for 'best', listed before it",
      ]
    )
  }

  @Test("ranges that touch at one instant do not overlap, and those of whole months do")
  func touching() throws {
    let offers = catalog(wide("early", wait: nil, lapse: 1...6), offer("late", lapse: 6...12))
    #expect(try found(offers) == [])
    #expect(
      try found(offers, ["maximumBound": "wholeMonths"]) == [
        "overlapping-offers some customers of 'late' are also eligible for 'early', listed before it"
      ]
    )
  }

  @Test("of other products, storefronts or times do not overlap")
  func apart() throws {
    func sold(_ offer: WinBackOffer, in territory: String) -> WinBackOffer {
      var sold = offer
      sold.territories = [territory].compactMap { Storefront($0) }
      return sold
    }
    let here = wide("here", wait: nil)
    let there = offer("there", paid: 6, lapse: 2...24)
    #expect(try found(catalog(sold(here, in: "USA"), sold(there, in: "JPN"))) == [])
    let products = Catalog(
      subscriptionGroups: [group("group", ["basic": [here], "premium": [there]])]
    )
    #expect(try found(products) == [])
    #expect(
      try found(products, ["candidateOffers": "anyProductInGroup"]) == [
        "always-hidden 'there' is never first: its customers are all eligible for 'here', which is listed "
          + "before it"
      ]
    )
    let spring = offer("spring", lapse: 1...24, from: day("2025-03-01"), through: day("2025-03-31"))
    let summer = offer("summer", lapse: 1...24, from: day("2025-06-01"), through: day("2025-06-30"))
    #expect(try found(catalog(spring, summer)) == [])
  }

  @Test("an offer that nobody can have is one finding, of which there is always one left")
  func disabled() throws {
    var mixed = catalog(offer("backwards", lapse: 12...12))
    mixed.subscriptionGroups[0].subscriptions[0].winBackOffers[0]
      .customerEligibilityTimeSinceLastSubscribedInMonths.maximum = 7
    let engine = try EligibilityEngine(catalog: mixed, rules: .appStore())
    let linter = CatalogLinter(engine, asOf: instant("2025-01-15"))
    #expect(linter.findings().map(\.code) == [.lapseOrder])
    #expect(linter.findings(except: [.lapseOrder]).map(\.code) == [.neverEligible])
    #expect(linter.findings(except: [.lapseOrder, .neverEligible]) == [])
  }
}
