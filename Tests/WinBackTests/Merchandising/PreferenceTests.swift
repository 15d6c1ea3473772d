import Testing
import WinBackFormats

/// The offer that an app prefers of a product (M3).
@Suite("The offer that an app prefers")
struct PreferenceTests {
  /// Conditions of what is shown with keys that prefer the free trial whose duration has the greatest
  /// number, given one for each duration.
  private func rules(_ numbers: [Int]) throws -> CheckedRuleSet {
    let choices = zip(OfferDuration.allCases, numbers).map { duration, number in
      "offer.duration == '\(duration.rawValue)' ? \(number) : "
    }
    return try CheckedRuleSet(
      RuleSet(
        name: "paywall",
        title: "",
        rules: [Rule(id: "plain", title: "", require: "true", because: "")],
        combination: .first,
        prefer: [
          OrderKey(title: "", key: "offer.offerMode == 'FREE_TRIAL' ? 0 : 1"),
          OrderKey(title: "", key: choices.joined() + "0", isDescending: true),
        ]
      )
    )
  }

  private static let byValue = [3, 1, 2, 1, 2, 3, 6, 1]
  private static let byDays = [3, 7, 14, 30, 60, 90, 180, 365]

  private func preferred(_ prefer: CheckedRuleSet) throws -> [Merchandising.Preference] {
    let subscription = Subscription(
      productId: "p",
      winBackOffers: [
        offer("month", .freeTrial, .oneMonth), offer("days", .freeTrial, .threeDays),
        offer("year", .payUpFront, .oneYear),
      ],
      otherOffers: [SubscriptionOffer(.introductory, offerMode: .payUpFront, duration: .oneYear)]
    )
    let catalog = Catalog(
      subscriptionGroups: [SubscriptionGroup(id: "g", subscriptions: [subscription])]
    )
    let merchandiser = try Merchandiser(
      EligibilityEngine(catalog: catalog, rules: .appStore()),
      rules: prefer,
      others: [.introductoryOffer()]
    )
    let customer = history(in: nil) {
      subscribe("p", on: "2024-01-01", until: "2024-04-01")
      renewalInfo(status: 0)
    }
    let group = try #require(try merchandiser.winBack.groups(of: customer).first)
    return merchandiser.merchandising(on: group.snapshot(asOf: instant("2024-07-01"))).preferred
  }

  @Test("is the introductory one where no key says otherwise (M3)")
  func introductory() throws {
    let preferred = try preferred(.merchandising())
    #expect(preferred.map(\.kind) == [.introductory])
    #expect(preferred.map(\.offerId) == [nil])
  }

  @Test(
    "is the longest free trial where keys say so, and the shortest where they forget units (M3)"
  )
  func trials() throws {
    #expect(try preferred(rules(Self.byDays)).map(\.offerId) == ["month"])
    #expect(try preferred(rules(Self.byValue)).map(\.offerId) == ["days"])
  }

  @Test("is looked at for keys that forget units: three days would come before one week (M3)")
  func traps() throws {
    #expect(try rules(Self.byDays).preferenceTraps == [])
    #expect(try rules(Self.byDays.map { 0 - $0 }).preferenceTraps == [])
    let trap = try #require(try rules(Self.byValue).preferenceTraps.first)
    #expect(trap.index == 1)
    #expect(trap.shorter == .threeDays)
    #expect(trap.longer == .oneWeek)
  }
}
