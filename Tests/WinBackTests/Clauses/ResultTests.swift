import Testing
import WinBackFormats

/// Section 4: windows, groups, and the order of the input (R4 to R6).
@Suite("4. Windows and groups")
struct ResultTests {
  /// A customer of two runs, of whom the second ends with a refund.
  private static let customer = history {
    subscribe("basic", on: "2023-01-01", months: 3)
    subscribe("basic", on: "2024-01-01", months: 6).prorated(on: "2024-03-10T12:00:00Z")
  }

  @Test("windows cover all time, whatever instant is asked about (R4)")
  func allTime() throws {
    let windows = [
      "2023-05-01T00:00:00.000Z 2023-06-01T00:00:00.000Z",
      "2024-07-01T00:00:00.000Z 2024-07-31T23:59:59.999Z",
    ]
    let offers = catalog(offer("a", lapse: 1...2, through: day("2024-07-31")), offer(lapse: 1...2))
    for now in ["2020-01-01", "2023-05-15", "2026-01-01"] {
      let decision = try decide(Self.customer, offers, asOf: now)
      #expect(decision.windows(of: "a") == [windows[0]])
      #expect(decision.windows(of: "offer") == [windows[0]])
    }
    let long = catalog(offer("a", lapse: 3...24, through: day("2024-07-31")))
    #expect(
      try decide(Self.customer, long, asOf: "2024-01-01").windows(of: "a") == [
        "2023-07-01T00:00:00.000Z 2023-12-31T23:59:59.999Z",
        "2024-07-01T00:00:00.000Z 2024-07-31T23:59:59.999Z",
      ]
    )
  }

  @Test("a window is cut by access of the family, and goes on after it (R4)")
  func interrupted() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-05-01", months: 1).shared
    }
    #expect(
      try decide(customer, catalog(offer(lapse: 1...6)), asOf: "2024-05-15").windows() == [
        "2024-03-01T00:00:00.000Z 2024-04-30T23:59:59.999Z",
        "2024-06-01T00:00:00.000Z 2024-08-01T00:00:00.000Z",
      ]
    )
  }

  @Test("windows that touch are one: a change of no consequence does not cut them (R4)")
  func maximal() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-04-01", until: "2024-04-01")
    }
    #expect(
      try decide(customer, catalog(offer(lapse: 0...6)), asOf: "2024-05-15").windows() == [
        "2024-02-01T00:00:00.000Z 2024-10-01T00:00:00.000Z"
      ]
    )
  }

  @Test("windows hold eligible only, not what is undetermined (R4)")
  func eligibleOnly() throws {
    let customer = history(in: nil) { subscribe("basic", on: "2024-01-01", months: 1) }
    let decision = try decide(customer, catalog(offer(territories: ["USA"])), asOf: "2024-05-01")
    #expect(decision.offers[0].verdict == .undetermined)
    #expect(decision.windows() == [])
  }

  @Test("a window of one instant is a window (R4)")
  func instantaneous() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 1) }
    #expect(
      try decide(customer, catalog(offer(lapse: 2...2)), asOf: "2024-05-01").windows() == [
        "2024-04-01T00:00:00.000Z 2024-04-01T00:00:00.000Z"
      ]
    )
  }

  @Test("groups are independent, and their results come in byte order of their identifiers (R5)")
  func groups() throws {
    let catalog = Catalog(
      subscriptionGroups: [
        group("z", ["one": [offer()]]), group("a", ["two": [offer()]]),
        group("é", ["three": [offer()]]), group("B", ["four": [offer()]]),
        group("unused", ["five": [offer()]]),
      ])
    let customer = history {
      subscribe("one", on: "2024-01-01", months: 1)
      subscribe("two", on: "2024-01-01", months: 12)
      subscribe("three", on: "2024-01-01", months: 1).shared
      subscribe("four", on: "2024-01-01", months: 2)
    }
    let decisions = try decideAll(customer, catalog, asOf: "2024-05-01")
    #expect(decisions.map(\.subscriptionGroupIdentifier) == ["B", "a", "z", "é"])
    #expect(decisions.map(\.eligibleWinBackOfferIDs) == [["offer"], [], ["offer"], []])
    #expect(decisions.map(\.facts.paidMonths) == [2, 4, 1, 0])
  }

  @Test("a transaction is of the group that it names, else the history's, else its product's (R5)")
  func groupOfTransaction() throws {
    let catalog = Catalog(
      subscriptionGroups: [group("a", ["one": []]), group("b", ["two": []])])
    let named = history(group: "a") {
      subscribe("two", on: "2024-01-01", months: 1).inGroup("b")
      subscribe("two", on: "2024-01-01", months: 1)
    }
    #expect(
      try decideAll(named, catalog, asOf: "2024-05-01").map(\.subscriptionGroupIdentifier)
        == ["a", "b"]
    )
    let unnamed = history { subscribe("two", on: "2024-01-01", months: 1) }
    #expect(
      try decideAll(unnamed, catalog, asOf: "2024-05-01").map(\.subscriptionGroupIdentifier)
        == ["b"]
    )
  }

  @Test("a product that no group has is reported, and its transactions are skipped (R5)")
  func productsWithoutGroup() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("unheard.of", on: "2024-04-01", months: 12)
      subscribe("also.unheard.of", on: "2024-04-01", months: 12)
    }
    let decisions = try decideAll(customer, catalog(), asOf: "2024-05-01")
    #expect(decisions.productsWithoutGroup == ["also.unheard.of", "unheard.of"])
    #expect(decisions.map(\.eligibleWinBackOfferIDs) == [["offer"]])
  }

  @Test("a customer without any transaction has a result all the same")
  func nobody() throws {
    let unnamed = try decideAll(history {}, catalog(), asOf: "2024-05-01")
    #expect(unnamed.map(\.subscriptionGroupIdentifier) == [""])
    #expect(unnamed.map(\.eligibleWinBackOfferIDs) == [[]])
    let named = try decideAll(history(group: "group") {}, catalog(), asOf: "2024-05-01")
    #expect(named.map(\.subscriptionGroupIdentifier) == ["group"])
    #expect(named.first?.failedRules().first == "owned")
  }

  @Test("the order of the input changes nothing, even where P3 has no order (R6)")
  func order() throws {
    let forwards = history {
      subscribe("premium", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-02-01", months: 1)
      subscribe("basic", on: "2024-02-01", months: 1).free.redeeming("b")
    }
    var backwards = forwards
    backwards.transactions.reverse()
    let engine = try EligibilityEngine(
      catalog: catalog(offer("a", lapse: 0...24), offer("b", lapse: 0...24)),
      rules: .appStore()
    )
    let reversed = try EligibilityEngine(
      catalog: catalog(offer("b", lapse: 0...24), offer("a", lapse: 0...24)),
      rules: .appStore()
    )
    for now in ["2024-02-15", "2024-04-01"] {
      #expect(
        try engine.decisions(for: forwards, asOf: instant(now))
          == reversed.decisions(for: backwards, asOf: instant(now))
      )
    }
  }
}
