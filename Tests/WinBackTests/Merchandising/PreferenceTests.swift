import CalendarTime
import Testing
import WinBack
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
    func offer(_ id: String, _ duration: OfferDuration, _ mode: OfferMode) -> WinBackOffer {
      WinBackOffer(
        offerId: id,
        offerMode: mode,
        duration: duration,
        customerEligibilityPaidSubscriptionDurationInMonths: 1,
        customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 1, maximum: 24),
        startDate: .day(Instant(milliseconds: Reference.instant("2023-01-01")).date)
      )
    }
    let subscription = Subscription(
      productId: "p",
      winBackOffers: [
        offer("month", .oneMonth, .freeTrial), offer("days", .threeDays, .freeTrial),
        offer("year", .oneYear, .payUpFront),
      ],
      introductoryOffers: [IntroductoryOffer(offerMode: .payUpFront, duration: .oneYear)]
    )
    let catalog = Catalog(
      subscriptionGroups: [SubscriptionGroup(id: "g", subscriptions: [subscription])]
    )
    let merchandiser = try Merchandiser(
      EligibilityEngine(catalog: catalog, rules: .appStore()),
      rules: prefer,
      introductory: .introductoryOffer()
    )
    func date(_ text: String) -> TimelineDate {
      TimelineDate(Instant(milliseconds: Reference.instant(text)))
    }
    let history = CustomerHistory(
      customerId: "c",
      transactions: [
        Transaction(
          productId: "p",
          purchaseDate: date("2024-01-01"),
          expiresDate: date("2024-04-01")
        )
      ],
      renewalInfo: [RenewalInfo(autoRenewStatus: 0)]
    )
    let group = try #require(try merchandiser.winBack.groups(of: history).first)
    let now = Instant(milliseconds: Reference.instant("2024-07-01"))
    return merchandiser.merchandising(on: group.snapshot(asOf: now)).preferred
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
