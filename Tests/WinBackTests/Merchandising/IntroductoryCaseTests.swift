import Testing
import WinBackFormats

/// The cases by which the tests of purchases-ios describe who can have an introductory offer, written
/// anew as customers of this package.
@Suite("Introductory offers, by the cases of purchases-ios (M2)")
struct IntroductoryCaseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The products of each group; those with a star have no introductory offer.
    let groups: [String: [String]]
    let purchases: [Transaction]
    /// The verdict about each product; nil if it has no introductory offer.
    let verdicts: [String: Verdict?]
  }

  private static let now = "2024-06-15"

  private static func active(_ product: String) -> Transaction {
    subscribe(product, on: "2024-06-01", months: 1)
  }

  private static func expired(_ product: String) -> Transaction {
    subscribe(product, on: "2024-01-01", months: 1)
  }

  private static func trial(_ product: String) -> Transaction {
    expired(product).trial.with { $0.offerType = 1 }
  }

  static let all = [
    Case(
      testDescription: "gets the correct result for each of several products",
      groups: ["1": ["one"], "2": ["two"]],
      purchases: [expired("two"), active("two")],
      verdicts: ["one": .eligible, "two": .ineligible, "unknown": nil]
    ),
    Case(
      testDescription: "not eligible for a subscription that was owned before",
      groups: ["1": ["one"]],
      purchases: [trial("one")],
      verdicts: ["one": .ineligible]
    ),
    Case(
      testDescription: "eligible for a subscription that was owned before with an unused trial",
      groups: ["1": ["one"]],
      purchases: [expired("one")],
      verdicts: ["one": .eligible]
    ),
    Case(
      testDescription: "eligible if the subscription that was owned before is in another group",
      groups: ["1": ["one"], "2": ["three"]],
      purchases: [trial("one")],
      verdicts: ["three": .eligible]
    ),
    Case(
      testDescription: "not eligible with an active subscription in the same group",
      groups: ["1": ["two", "three"]],
      purchases: [active("two")],
      verdicts: ["three": .ineligible]
    ),
    Case(
      testDescription: "eligible with an active subscription in another group",
      groups: ["1": ["two"], "2": ["three"]],
      purchases: [active("two")],
      verdicts: ["three": .eligible]
    ),
    Case(
      testDescription: "eligible with an expired subscription without a trial in the same group",
      groups: ["1": ["two", "three"]],
      purchases: [expired("two")],
      verdicts: ["three": .eligible]
    ),
    Case(
      testDescription: "not eligible with an expired subscription with a trial in the same group",
      groups: ["1": ["two", "three"]],
      purchases: [trial("two")],
      verdicts: ["three": .ineligible]
    ),
    Case(
      testDescription: "no introductory offer exists for a product without one",
      groups: ["1": ["one*", "two"]],
      purchases: [],
      verdicts: ["one": nil, "two": .eligible]
    ),
  ]

  @Test("are right", arguments: all)
  func cases(example: Case) throws {
    let groups = example.groups.map { id, products in
      SubscriptionGroup(
        id: id,
        subscriptions: products.map { product in
          product.hasSuffix("*")
            ? Subscription(productId: String(product.dropLast()))
            : Subscription(
              productId: product,
              otherOffers: [
                SubscriptionOffer(.introductory, offerMode: .freeTrial, duration: .oneWeek)
              ]
            )
        }
      )
    }
    let engine = try EligibilityEngine(
      catalog: Catalog(subscriptionGroups: groups),
      rules: .appStore()
    )
    let introductory = try #require(Merchandiser.builtIn(engine).engine(of: .introductory))
    var customer = history {}
    customer.transactions = example.purchases
    let (record, symbols) = introductory.record(of: customer)
    for (product, verdict) in example.verdicts {
      let attempts = try introductory.redemptions(
        of: product,
        by: record,
        symbols,
        at: instant(Self.now)
      )
      #expect(attempts.map(\.verdict) == [verdict].compactMap(\.self), "\(product)")
    }
  }
}
