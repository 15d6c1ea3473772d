import TestSupport
import Testing
import WinBackFormats

/// A customer gets the same answer from a table and from what it is converted to (F12).
@Suite("A table in the native format")
struct TableConversionTests {
  /// A day in each season of the years that the samples tell of.
  private static let instants: [Instant] = (0..<6).map { season in
    Instant(milliseconds: 1_704_110_400_000).adding(months: 4 * season)
  }

  /// Catalogs that ask for much and for little, with and without a wait and territories.
  private static let catalogs: [String] = [
    (wait: #""customerEligibilityWaitBetweenOffersInMonths":6,"#, months: 3, territories: ["USA"]),
    (wait: #""customerEligibilityWaitBetweenOffersInMonths":2,"#, months: 1, territories: []),
    (wait: "", months: 1, territories: ["JPN", "DEU", "XKS"]),
  ].map { wait, months, territories in
    let offers = #"""
      "winBackOffers":[{"offerId":"spring","offerMode":"FREE_TRIAL","duration":"ONE_MONTH",\#(wait)\#
      "customerEligibilityPaidSubscriptionDurationInMonths":\#(months),\#
      "customerEligibilityTimeSinceLastSubscribedInMonths":{"minimum":0,"maximum":24},\#
      "startDate":"2024-01-01","territories":\#(territories)}]
      """#
    return #"""
      {"subscriptionGroups":[{"id":"21394321","subscriptions":[{"productId":"basic.monthly",\#(offers)}]},\#
      {"id":"2","subscriptions":[{"productId":"6001",\#(offers)}]}]}
      """#
  }

  @Test("gives the same decisions", arguments: TableConversionSamples.all)
  func decisions(sample: TableConversionSample) throws {
    let engines = try Self.catalogs.map { text in
      try EligibilityEngine(catalog: Catalog(json: text.utf8), rules: .appStore())
    }
    var outcomes: Set<[[String]]> = []
    for (number, text) in sample.variants.enumerated() {
      let input = try histories(text, as: sample.format, mapping: sample.mapping)
      let converted = nativeText(of: input.histories)
      try #require(try HistoryInput(reading: converted, as: .native).histories == input.histories)
      let options = HistoryOptions(mapping: sample.mapping)
      for (place, engine) in engines.enumerated() {
        // The whole table at all instants, and a table with a gap at one; a build that is not optimized
        // asks one time in five.
        let instants = text == sample.text ? Self.instants[...] : Self.instants[2..<3]
        for (season, now) in instants.enumerated()
        where TestBuild.isOptimized || (number + place + season) % 5 == 0 {
          let before = try engine.decisions(
            in: text.utf8,
            as: sample.format,
            options: options,
            asOf: now
          )
          let after = try engine.decisions(json: converted, asOf: now)
          try #require(after == before.customers, "as of \(now): \(text)")
          outcomes.insert(after.map { $0.flatMap(\.eligibleWinBackOfferIDs) })
        }
      }
    }
    // Decisions that are all the same would prove little.
    #expect(outcomes.count > 1)
  }

  @Test("was found out from its looks", arguments: TableConversionSamples.all)
  func detection(sample: TableConversionSample) throws {
    guard sample.mapping == nil else { return }
    #expect(try histories(sample.text).format == sample.format)
  }
}
