import Testing
import WinBackAnalysis
import WinBackFormats

@Suite("A linter")
struct LinterTests {
  @Test(
    "finds months that the App Store does not take",
    arguments: [
      (
        offer(paid: 0),
        "paid-duration expected 1 to 24, 36, 48 or 60 months of paid service, found 0"
      ),
      (
        offer(paid: 25),
        "paid-duration expected 1 to 24, 36, 48 or 60 months of paid service, found 25"
      ),
      (offer(paid: 36), nil),
      (
        offer(lapse: 0...2),
        "lapse-range expected 1 to 24 months since last subscribed, found 0 at least"
      ),
      (
        offer(lapse: 3...30),
        "lapse-range expected 1 to 24 months since last subscribed, found 30 at most"
      ),
      (offer(wait: 1), "wait-months expected 2 to 24 months between offers, or none, found 1"),
      (offer(wait: 24), nil),
    ]
  )
  func months(offer: WinBackOffer, finding: String?) throws {
    #expect(try findings(catalog(offer)) == [finding].compactMap(\.self))
  }

  @Test("finds runs of less than three days, the first and the last one included")
  func runs() throws {
    let three = offer("three", from: day("2025-03-01"), through: day("2025-03-03"))
    let two = offer("two", from: day("2025-03-01"), through: day("2025-03-02"))
    let backwards = offer("backwards", from: day("2025-03-01"), through: day("2025-02-28"))
    let codes: Set = [LintCode.shortRun, .dateOrder]
    #expect(
      try findings(catalog(three, two, backwards), only: codes) == [
        "short-run expected an offer to run for 3 days at least, found 2025-03-01 to 2025-03-02, 2 days",
        "date-order expected an end on or after the start on 2025-03-01, found 2025-02-28",
      ]
    )
  }

  @Test("finds identifiers and names that the App Store does not take")
  func identity() throws {
    var named = offer(String(repeating: "x", count: 101))
    named.referenceName = String(repeating: "n", count: 66)
    var odd = offer("a-b")
    odd.referenceName = "Ünder 65"
    var good = offer("a.b_C1")
    good.referenceName = "Spring offer 1.0"
    var twin = offer("twin")
    twin.referenceName = "Spring offer 1.0"
    let codes: Set = [LintCode.offerId, .referenceName, .referenceNameReused]
    #expect(
      try findings(catalog(named, odd, good, twin), only: codes) == [
        "offer-id expected at most 100 characters, found 101",
        "reference-name expected at most 65 characters, found 66",
        "offer-id expected letters, digits, periods and underscores, found 'a-b'",
        "reference-name expected letters, digits, spaces, periods and underscores, found 'Ünder 65'",
        "reference-name-reused expected a name that no other offer of the group has, "
          + "found the name of 'a.b_C1'",
      ]
    )
  }

  @Test("finds durations that do not go with the mode and the subscription")
  func durations() throws {
    var monthly = catalog(
      offer("a", .payAsYouGo, .oneMonth, count: 12),
      offer("b", .payAsYouGo, .oneMonth, count: 13),
      offer("c", .payAsYouGo, .oneWeek),
      offer("d", .payUpFront, .twoWeeks),
      offer("e", .payUpFront, .oneYear),
      offer("f", .freeTrial, .threeDays, count: 2)
    )
    monthly.subscriptionGroups[0].subscriptions[0].subscriptionPeriod = .oneMonth
    #expect(
      try findings(monthly, only: [.durationAndMode]) == [
        "duration-and-mode expected at most 12 periods of ONE_MONTH, found 13",
        "duration-and-mode expected ONE_MONTH as the subscription has it, for a pay-as-you-go "
          + "offer, found ONE_WEEK",
        "duration-and-mode expected one of ONE_MONTH, TWO_MONTHS, THREE_MONTHS, SIX_MONTHS, ONE_YEAR "
          + "for an offer that is paid up front, found TWO_WEEKS",
        "duration-and-mode expected one period of an offer that is free, found 2",
      ]
    )
  }

  @Test(
    "finds more periods than make a year of an offer that is paid as it goes",
    arguments: [
      (OfferDuration.twoMonths, 6), (.threeMonths, 4), (.sixMonths, 2), (.oneYear, 1),
    ]
  )
  func periods(duration: OfferDuration, most: Int) throws {
    func catalog(_ count: Int) -> Catalog {
      var catalog = WinBackTests.catalog(offer("a", .payAsYouGo, duration, count: count))
      catalog.subscriptionGroups[0].subscriptions[0].subscriptionPeriod =
        SubscriptionPeriod(rawValue: duration.rawValue)
      return catalog
    }
    #expect(try findings(catalog(most), only: [.durationAndMode]).isEmpty)
    #expect(
      try findings(catalog(most + 1), only: [.durationAndMode]) == [
        "duration-and-mode expected at most \(most) \(most == 1 ? "period" : "periods") of "
          + "\(duration.rawValue), found \(most + 1)"
      ]
    )
  }

  @Test("finds more than five offers at once in a storefront, and not what is apart")
  func crowds() throws {
    func many(_ count: Int, _ territories: [String] = []) -> [WinBackOffer] {
      (1...count).map {
        offer("o\($0)", paid: $0, from: day("2025-0\($0)-01"), territories: territories)
      }
    }
    func group(_ offers: [WinBackOffer]) -> Catalog {
      Catalog(subscriptionGroups: [WinBackTests.group("group", ["basic": offers])])
    }
    #expect(try findings(group(many(5)), only: [.runningAtOnce]).isEmpty)
    #expect(
      try findings(group(many(6)), only: [.runningAtOnce]) == [
        "running-at-once expected at most 5 offers of 'basic' at once in a storefront, found 6 from "
          + "2025-06-01 on in all storefronts: 'o1', 'o2', 'o3', 'o4', 'o5', 'o6'"
      ]
    )
    var ended = many(6)
    ended[0].endDate = day("2025-05-31")
    #expect(try findings(group(ended), only: [.runningAtOnce]).isEmpty)
    var apart = many(6, ["USA", "JPN"])
    apart[2].territories = ["JPN"].compactMap { Storefront($0) }
    #expect(
      try findings(group(apart), only: [.runningAtOnce]) == [
        "running-at-once expected at most 5 offers of 'basic' at once in a storefront, found 6 from "
          + "2025-06-01 on in JPN: 'o1', 'o2', 'o3', 'o4', 'o5', 'o6'"
      ]
    )
    #expect(
      try findings(
        group(many(6, ["USA", "JPN", "DEU", "FRA", "GBR", "BRA", "MEX"])),
        only: [.runningAtOnce]
      ) == [
        "running-at-once expected at most 5 offers of 'basic' at once in a storefront, found 6 from "
          + "2025-06-01 on in BRA, DEU, FRA, GBR, JPN and 2 more: 'o1', 'o2', 'o3', 'o4', 'o5', 'o6'"
      ]
    )
    let crowd = (1...351).map {
      offer(
        "o\($0)",
        paid: 1 + $0 % 24,
        lapse: 1...(1 + $0 % 23),
        from: day("2025-01-01"),
        through: day("2024-01-01")
      )
    }
    #expect(
      try findings(group(crowd), only: [.offersPerSubscription]) == [
        "offers-per-subscription expected at most 350 offers of 'basic', found 351"
      ]
    )
  }

  @Test("finds an empty list of territories", arguments: ["territories", "prices"])
  func noTerritories(key: String) throws {
    let json = """
      { "subscriptionGroups": [ { "id": "1", "subscriptions": [ { "productId": "p", "winBackOffers": [
        { "offerId": "o", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "startDate": "2026-01-01",
          "customerEligibilityPaidSubscriptionDurationInMonths": 1, "\(key)": [],
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 } } ] } ] } ] }
      """
    #expect(
      try findings(Catalog(json: json.utf8)) == [
        "empty-territories expected the territories of the offer, or no such key for an offer that "
          + "exists everywhere, found an empty list"
      ]
    )
    let everywhere = json.replacing("\"\(key)\": [],", with: "")
    #expect(try findings(Catalog(json: everywhere.utf8)).isEmpty)
  }

  @Test("finds territories without a store, and intents that are not known")
  func territories() throws {
    var odd = offer(territories: ["USA", "CUB", "QQQ", "USA", "XKS"])
    odd.promotionIntent = "NOT_PROMOTD"
    odd.targetSubscriptionPlanType = "YEARLY"
    #expect(
      try findings(catalog(odd)) == [
        "unknown-territory expected the ISO 3166-1 code of a country or region, found 'QQQ'",
        "no-storefront expected a country or region with an App Store, found 'CUB'",
        "territory-twice expected each territory once, found 'USA' again",
        "promotion-intent expected 'NOT_PROMOTED' or 'USE_AUTO_GENERATED_ASSETS', found 'NOT_PROMOTD'; "
          + "did you mean 'NOT_PROMOTED'?",
        "plan-type expected 'UPFRONT' or 'MONTHLY', found 'YEARLY'",
      ]
    )
  }

  @Test(
    "proposes the word that was meant, and never its opposite",
    arguments: [
      ("GRB", "GBR", "PROMOTED", "USE_AUTO_GENERATED_ASSETS"),
      ("JNP", "JPN", "NOT_PROMOTE", "NOT_PROMOTED"),
    ]
  )
  func meantWords(code: String, territory: String, word: String, intent: String) throws {
    var odd = offer(territories: [code])
    odd.promotionIntent = word
    let found = try findings(catalog(odd))
    #expect(found.count == 2, "\(found)")
    #expect(
      found.first?.hasSuffix("found '\(code)'; did you mean '\(territory)'?") == true,
      "\(found)"
    )
    #expect(found.last?.hasSuffix("found '\(word)'; did you mean '\(intent)'?") == true, "\(found)")
  }

  @Test("finds changes to what is locked in the live catalog")
  func live() throws {
    let before = catalog(
      offer("running", paid: 3, wait: 6, from: day("2024-01-01")),
      offer("planned", paid: 3, from: day("2025-06-01")),
      offer("gone", paid: 5, from: day("2025-06-01"))
    )
    let from = day("2024-01-01")
    let after = catalog(
      offer("running", paid: 4, from: from, priority: .high, territories: ["USA"]),
      offer("planned", paid: 4, lapse: 1...6, from: day("2025-07-01")),
      offer("late", paid: 7, from: day("2025-01-15"))
    )
    let codes: Set = [
      LintCode.lockedAtCreation, .lockedAtStart, .startDatePassed, .offerDeleted, .offerIdUsed,
    ]
    #expect(
      try findings(after, against: before, asOf: "2025-01-15", only: codes) == [
        "offer-deleted expected the live offer 'gone', found none: you cannot undo a deletion, and its "
          + "id cannot be used again",
        "locked-at-creation expected all territories, as it is live and locked since the offer was "
          + "created, found USA",
        "locked-at-start expected 3, as it is live and locked since the start on 2024-01-01, found 4",
        "locked-at-start expected 6, as it is live and locked since the start on 2024-01-01, found none",
        "start-date-passed expected a new offer to start after today, 2025-01-15, found 2025-01-15",
      ]
    )
    #expect(try findings(before, against: before, asOf: "2025-01-15", only: codes).isEmpty)
  }

  @Test("finds offers that have gone to another product, or with their group")
  func moved() throws {
    let before = catalog(offer("moved", from: day("2025-06-01")))
    let after = Catalog(
      subscriptionGroups: [
        group("group", ["basic": [], "premium": [offer("moved", from: day("2025-06-01"))]])
      ])
    let codes: Set = [LintCode.lockedAtCreation, .offerDeleted, .offerIdUsed]
    #expect(
      try findings(after, against: before, only: codes) == [
        "offer-id-used expected a new offer id, because 'moved' was used for 'basic', and an id is used only "
          + "once in a group"
      ]
    )
    #expect(
      try findings(Catalog(subscriptionGroups: []), against: before, only: codes) == [
        "offer-deleted expected the live offer 'moved', found none: you cannot undo a deletion, and its id "
          + "cannot be used again"
      ]
    )
  }

  @Test("tells which rules keep everybody from an offer, as few as do")
  func never() throws {
    var backwards = offer("backwards", lapse: 12...12, from: day("2025-01-01"))
    backwards.customerEligibilityTimeSinceLastSubscribedInMonths.maximum = 6
    // No day and one month is a March 29, 30 or 31 after a February of 28 days.
    let march = offer("march", lapse: 1...1, from: day("2025-03-29"), through: day("2025-03-31"))
    #expect(
      try findings(catalog(backwards, march), only: [.neverEligible]) == [
        "never-eligible nobody can ever be eligible for 'march': the rules 'available', "
          + "'time-since-last-subscribed' never hold together, as "
          + "now >= timestamp('2025-03-29T00:00:00Z') && now < timestamp('2025-04-01T00:00:00Z') and "
          + "now >= addMonths(subscription.lapsedAt, 1) && "
          + "now <= addMonths(subscription.lapsedAt, 1) would have to be true"
      ]
    )
    // Whoever mixed up two bounds is told so, once.
    #expect(
      try findings(catalog(backwards)) == [
        "lapse-order expected at most the maximum of 6 months, found a minimum of 12"
      ]
    )
    let leap = offer("march", lapse: 1...1, from: day("2024-03-29"), through: day("2024-03-31"))
    #expect(try findings(catalog(leap), only: [.neverEligible]).isEmpty)
  }
}
