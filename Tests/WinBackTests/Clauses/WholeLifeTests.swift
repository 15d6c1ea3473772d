import CEL
import Testing
import WinBackFormats

/// Facts that rules of one's own read: redemptions of any offer, the whole life, and prices.
@Suite("Facts of the whole life")
struct WholeLifeTests {
  private static let usa = Storefront("USA")

  /// A catalog of two groups, whose offer has two prices.
  private static var catalog: Catalog {
    var priced = offer("offer", .payUpFront)
    priced.prices = [("USA", "4.99"), ("JPN", "0.00005")].compactMap { code, price in
      Storefront(code).map { OfferPrice(territory: $0, customerPrice: price) }
    }
    return Catalog(
      subscriptionGroups: [
        group("group", ["basic": [priced, offer("free")]]), group("news", ["paper": []]),
      ]
    )
  }

  private static func engine(_ rule: String = "true") throws -> EligibilityEngine {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules = [Rule(id: "own", title: "", require: rule, because: "")]
    return try EligibilityEngine(catalog: catalog, rules: CheckedRuleSet(ruleSet))
  }

  /// What is known of a fact of the group as of a day, as text.
  private func value(
    of fact: FactVariable,
    _ history: CustomerHistory,
    _ offerId: String? = nil,
    asOf day: String = "2025-01-01"
  ) throws -> String {
    let engine = try Self.engine()
    let groups = try engine.groups(of: history)
    let group = try #require(groups.first { $0.subscriptionGroupIdentifier == "group" })
    let offer = engine.index.offers.first { $0.id == offerId }
    switch group.snapshot(asOf: instant(day)).binding(of: fact, for: offer) {
    case .value(.timestamp(let instant)): return "\(instant.date)"
    case .value(let value): return value.text
    case .absent: return "none"
    case .unknown: return "unknown"
    case .range(let range, let mayBeAbsent):
      let ends = [range.lowerBound, range.upperBound].map { end in
        fact.fact.code == .instant ? "\(Instant(milliseconds: end).date)" : "\(end)"
      }
      return ends.joined(separator: " to ") + (mayBeAbsent ? " or none" : "")
    }
  }

  private static func redeem(_ day: String, _ offerId: String = "offer") -> Transaction {
    subscribe("basic", on: day, months: 1).redeeming(offerId)
  }

  @Test("the last two redemptions are those of the first period of each (F9)")
  func redemptions() throws {
    let customer = history {
      Self.redeem("2024-01-01")
      renew("basic", on: "2024-02-01", months: 1).redeeming("offer")
      Self.redeem("2024-05-01", "gone")
      subscribe("basic", on: "2024-08-01", months: 1).with { $0.offerType = 2 }
      renew("basic", on: "2024-09-01", months: 1).with { $0.offerType = 2 }
    }
    #expect(try value(of: .lastRedemptionAt, customer) == "2024-05-01")
    #expect(try value(of: .secondLastRedemptionAt, customer) == "2024-01-01")
    #expect(try value(of: .lastPromotionalOfferAt, customer) == "2024-08-01")
    #expect(try value(of: .secondLastRedemptionAt, customer, asOf: "2024-04-30") == "none")
    #expect(try value(of: .lastPromotionalOfferAt, customer, asOf: "2024-07-31") == "none")
  }

  @Test("a redemption that is missing can only be before a boundary (F14)")
  func missingRedemptions() throws {
    let cut = history {
      renew("basic", on: "2024-02-01", months: 1).redeeming("offer")
      Self.redeem("2024-05-01")
    }
    #expect(try value(of: .lastRedemptionAt, cut) == "2024-05-01")
    #expect(try value(of: .secondLastRedemptionAt, cut) == "0001-01-01 to 2024-02-01")
    let none = history { renew("basic", on: "2024-02-01", months: 1) }
    #expect(try value(of: .lastRedemptionAt, none) == "0001-01-01 to 2024-02-01 or none")
    let blind = history(gaps: .redemptions) { subscribe("basic", on: "2024-02-01", months: 1) }
    #expect(try value(of: .lastPromotionalOfferAt, blind) == "0001-01-01 to 2024-02-01 or none")
  }

  @Test("a period without a reason may redeem the offer of the period before again (F14c)")
  func withoutReasons() throws {
    let customer = history {
      Self.redeem("2024-02-01").with { $0.transactionReason = nil }
      Self.redeem("2024-03-01").with { $0.transactionReason = nil }
    }
    #expect(try value(of: .lastRedemptionAt, customer) == "2024-02-01 to 2024-03-01")
    #expect(try value(of: .redemptions, customer) == "1 to 2")
    #expect(try value(of: .redemptionCount, customer, "offer") == "1 to 2")
  }

  @Test("months ever are those of all runs in all groups (F7)")
  func months() throws {
    let customer = history {
      subscribe("basic", on: "2023-01-01", months: 3)
      subscribe("basic", on: "2024-01-01", months: 2)
      subscribe("paper", on: "2024-02-01", months: 12)
      subscribe("paper", on: "2022-02-01", months: 1).free
    }
    #expect(try value(of: .paidMonths, customer, asOf: "2024-05-01") == "2")
    #expect(try value(of: .paidMonthsEver, customer, asOf: "2024-05-01") == "8")
    #expect(try value(of: .paidMonthsEver, customer) == "16")
    let engine = try Self.engine("customer.paidMonthsEver >= 10")
    let decisions = try engine.decisions(for: customer, asOf: instant("2024-03-15"))
    let basic = try #require(decisions.first { $0.subscriptionGroupIdentifier == "group" })
    #expect(basic.windows(of: "free") == ["2024-07-01T00:00:00.000Z -"])
    let strange = history {
      subscribe("basic", on: "2024-01-01", months: 2)
      subscribe("unheard.of", on: "2024-02-01", months: 2)
    }
    #expect(try value(of: .paidMonthsEver, strange) == "2 to \(Int64.max)")
  }

  @Test("months ever are not decided from a purchase of no known group on (F7, R4)")
  func purchaseWithoutGroup() throws {
    let customer = history {
      subscribe("basic", on: "2023-01-01", months: 2)
      subscribe("unheard.of", on: "2024-06-10", months: 2)
    }
    let engine = try Self.engine("customer.paidMonthsEver < 10")
    let decisions = try engine.decisions(for: customer, asOf: instant("2024-03-15"))
    let basic = try #require(decisions.first { $0.subscriptionGroupIdentifier == "group" })
    #expect(
      basic.windows(of: "free") == ["0001-01-01T00:00:00.000Z 2024-06-09T23:59:59.999Z"]
    )
  }

  @Test(
    "the price is that of the last purchase that was paid, in the customer's storefront (P4, P5)"
  )
  func price() throws {
    func customer(_ change: (inout [Transaction]) -> Void) -> CustomerHistory {
      var customer = history {
        subscribe("basic", on: "2024-01-01", months: 1)
        renew("basic", on: "2024-02-01", months: 1).with { $0.price = 4990 }
        subscribe("basic", on: "2024-05-01", months: 1).free
        subscribe("basic", on: "2024-08-01", months: 1).refunded(on: "2024-08-02")
        renewalInfo(status: 0)
      }
      for index in customer.transactions.indices {
        customer.transactions[index].storefront = Self.usa
      }
      change(&customer.transactions)
      return customer
    }
    #expect(try value(of: .price, customer { _ in }) == "4990")
    #expect(try value(of: .price, customer { _ in }, asOf: "2024-08-01") == "9990")
    #expect(try value(of: .price, customer { _ in }, asOf: "2023-12-31") == "none")
    for change: (inout [Transaction]) -> Void in [
      { $0[1].price = nil }, { $0[1].storefront = nil }, { $0[1].storefront = Storefront("JPN") },
      { $0[2].transactionReason = "RENEWAL" },
    ] {
      #expect(try value(of: .price, customer(change)) == "unknown")
    }
  }

  @Test("the price of an offer is that of the storefront, 0 for a free one, and else unknown")
  func offerPrice() throws {
    func customer(_ storefront: String?) -> CustomerHistory {
      history(in: storefront) { subscribe("basic", on: "2024-01-01", months: 1) }
    }
    for (storefront, offerId, price, eligible) in [
      ("USA", "offer", "4990", false), ("JPN", "offer", "unknown", nil),
      ("DEU", "offer", "unknown", nil), ("DEU", "free", "0", true), (nil, "offer", "unknown", nil),
    ] as [(String?, String, String, Bool?)] {
      #expect(try value(of: .offerPrice, customer(storefront), offerId) == price)
      let decisions = try Self.engine("offer.price < 4990")
        .decisions(for: customer(storefront), asOf: instant("2025-01-01"))
      let decision = try #require(decisions.first)
      #expect(
        decision.outcome(of: "own", for: offerId) == eligible,
        "\(offerId) \(storefront ?? "")"
      )
    }
  }

  @Test("differ from storefront to storefront, so that no order of offers reads a price")
  func order() throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.order = [OrderKey(title: "", key: "offer.price")]
    let error = #expect(throws: RuleSetError.self) { try CheckedRuleSet(ruleSet) }
    #expect("\(try #require(error))".contains("found 'offer.price'"))
  }
}
