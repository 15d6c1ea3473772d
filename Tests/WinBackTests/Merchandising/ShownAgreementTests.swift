import TestSupport
import Testing
import WinBackFormats

/// What customers are shown, held against a second reading of M1 and M2, over time and in batches.
///
/// At least a hundred states a case, each a customer in a group at an instant: `WINBACK_RANDOM_CASES=1000`
/// makes a hundred thousand of them.
@Suite("What customers are shown")
struct ShownAgreementTests {
  private static let customersPerCatalog = 20

  @Test("is what a second reading of M1 says, at any instant, in windows and in batches (M1, M2)")
  func agreement() throws {
    var seen: [Screen: Int] = [:]
    let seeds = RandomCase.seeds(12, for: 41)
    for seed in seeds {
      var first = RandomCase(seed: seed)
      var dice = Dice(seed: seed &+ 1 << 40)
      dice.addIntroductoryOffers(to: &first.catalog)
      let introductoryHistory = dice.pick(Reference.IntroductoryHistory.allCases)
      let merchandiser = try Merchandiser.builtIn(
        first.engine(by: .appStore()),
        ["introductoryHistory": introductoryHistory.rawValue]
      )
      for number in 0..<Self.customersPerCatalog {
        let customer = first.replacingCustomer(number)
        for screen in try check(
          customer,
          merchandiser,
          introductoryHistory,
          checksWindows: number % 5 == 0
        ) { seen[screen, default: 0] += 1 }
      }
    }
    #expect(Set(seen.keys) == [.hidden, .introductory, .winBack, .plain, .undetermined])
    #expect(seen.values.reduce(0, +) >= 100 * seeds.count)
  }

  private func check(
    _ customer: RandomCase,
    _ merchandiser: Merchandiser,
    _ introductoryHistory: Reference.IntroductoryHistory,
    checksWindows: Bool
  ) throws -> [Screen] {
    guard let groups = try? merchandiser.winBack.groups(of: customer.history) else { return [] }
    var seen: [Screen] = []
    for (place, milliseconds) in customer.instants.enumerated() {
      let now = Instant(milliseconds: milliseconds)
      let expected = try customer.answers(asOf: milliseconds).map {
        $0.shown(in: customer.catalog, introductoryHistory)
      }
      let found = groups.map { merchandiser.shown(on: $0.snapshot(asOf: now)) }
      #expect(found.map(Reference.Shown.init) == expected, "at \(now) of \(customer)")
      seen += found.map(\.screen)
      // To solve the rules for an instant takes longer than all the rest.
      if TestBuild.isOptimized || place < 2 {
        let batch = merchandiser.batch(groups, at: now)
        #expect(batch == found, "at \(now) of \(customer)")
      }
      guard checksWindows else { continue }
      for (group, shown) in zip(groups, found) {
        let whole = merchandiser.merchandising(on: group.snapshot(asOf: now))
        #expect(whole.show == shown.screen)
        #expect(whole.offerId == shown.offerId)
        #expect(
          (whole.window(at: now) != nil) == (shown.screen != .undetermined),
          "at \(now) of \(customer)"
        )
        for edge in whole.windows.flatMap({ [$0.from.adding(milliseconds: -1), $0.from] })
        where edge >= .minimum {
          let then = merchandiser.shown(on: group.snapshot(asOf: edge))
          let isInside = whole.windows.contains { $0.contains(edge) }
          #expect((then == shown) == isInside, "at \(edge) of \(customer)")
        }
      }
    }
    return seen
  }
}

extension Merchandiser {
  /// The built-in rule sets for an engine.
  static func builtIn(
    _ engine: EligibilityEngine,
    _ policies: [String: String] = [:]
  ) throws -> Merchandiser {
    try Merchandiser(
      engine,
      rules: .merchandising(),
      others: [.introductoryOffer()],
      policies: policies
    )
  }

  /// What a batch tells of a customer, group by group.
  fileprivate func batch(_ groups: [GroupHistory], at now: Instant) -> [Shown] {
    var evaluator = BatchEvaluator(BatchProgram(winBack, at: now))
    var batch = MerchandisingBatch(self, at: now)
    return groups.map { group in
      evaluator.score(group.record, group.asked, group.symbols)
      return batch.named(batch.shown(group.record, group.asked, group.symbols, by: &evaluator))
    }
  }
}

extension Reference.Shown {
  init(_ shown: Shown) {
    switch shown.screen {
    case .hidden: self = .hidden
    case .offer(.introductory): self = .introductory(productId: shown.productId ?? "")
    case .offer(.winBack): self = .winBack(offerId: shown.offerId ?? "")
    case .plain, .offer: self = .plain
    case .undetermined: self = .undetermined
    }
  }
}

extension Dice {
  /// Gives some products introductory offers, all alike, so that the product alone is their order.
  mutating func addIntroductoryOffers(to catalog: inout Catalog) {
    catalog.editSubscriptions { subscription in
      guard chance(40) else { return }
      subscription.otherOffers = [
        SubscriptionOffer(
          .introductory,
          offerMode: .freeTrial,
          duration: .oneWeek,
          startDate: chance(50) ? day("2024-02-01") : nil,
          endDate: chance(30) ? day("2024-09-30") : nil,
          territories: chance(40) ? [storefront(), Storefront("USA")].compactMap(\.self) : []
        )
      ]
    }
  }
}
