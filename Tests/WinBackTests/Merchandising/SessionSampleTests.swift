import Testing
import WinBackFormats

/// What is shown, held against a plain port of the session's sample, and the classes of customers of whom
/// the sample is wrong, each with a witness.
///
/// At least a hundred states a case: `WINBACK_RANDOM_CASES=1000` makes a hundred thousand of them. That an
/// app prefers three days to a month is a class of M3, whose witness is in ``PreferenceTests``.
@Suite("The session's sample")
struct SessionSampleTests {
  /// Why the sample shows something else.
  private enum Fault: Hashable, CaseIterable {
    /// The best offer is one of a billing plan, which is not in `subscription.winBackOffers`.
    case billingPlan
    /// A subscription that somebody shares, of whose renewal nothing is known.
    case sharedStatus
    /// Something else is not known, where StoreKit always knows.
    case unknown
  }

  @Test(
    "shows the same as M1, but for offers of a billing plan, shared statuses and what is not known (M1)"
  )
  func agreement() throws {
    let seeds = RandomCase.seeds(20, for: 43)
    var states = 0
    var seen: Set<Fault> = []
    for seed in seeds {
      var first = RandomCase(seed: seed)
      var dice = Dice(seed: seed &+ 1 << 40)
      dice.addIntroductoryOffers(to: &first.catalog)
      dice.addBillingPlans(to: &first.catalog)
      let merchandiser = try Merchandiser.builtIn(first.engine(by: .appStore()))
      for number in 0..<20 {
        let customer = first.replacingCustomer(number)
        guard let groups = try? merchandiser.winBack.groups(of: customer.history) else { continue }
        for milliseconds in customer.instants {
          let now = Instant(milliseconds: milliseconds)
          let answers = try customer.answers(asOf: milliseconds)
          for (group, answer) in zip(groups, answers) {
            let sample = SessionSample(answer, in: customer.catalog)
            let shown = merchandiser.shown(on: group.snapshot(asOf: now))
            states += 1
            guard Reference.Shown(shown) != sample.shown else { continue }
            let fault = fault(of: sample, shown, answer, in: customer.catalog)
            if let fault { seen.insert(fault) }
            #expect(fault != nil, "\(shown), the sample \(sample.shown), at \(now) of \(customer)")
          }
        }
      }
    }
    #expect(seen == Set(Fault.allCases))
    #expect(states >= 100 * seeds.count)
  }

  /// Returns the class of a state that the sample is wrong about; nil where it is in none.
  private func fault(
    of sample: SessionSample,
    _ shown: Shown,
    _ answer: Reference.Answer,
    in catalog: Catalog
  ) -> Fault? {
    switch shown.screen {
    case .undetermined:
      let isShared = answer.facts.sharedStatuses.contains(nil)
      return isShared && answer.facts.ownStatusRenews == false ? .sharedStatus : .unknown
    case .offer(.winBack):
      let offer = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap(\.winBackOffers)
        .first { $0.offerId == shown.offerId && $0.targetSubscriptionPlanType == "MONTHLY" }
      return offer != nil && sample.shown == .plain ? .billingPlan : nil
    case .hidden: return answer.facts.isAnnounced ? .unknown : nil
    case .offer, .plain: return nil
    }
  }

  // MARK: - Witnesses

  private func state(
    _ transaction: Transaction,
    _ renewalInfo: [RenewalInfo],
    plan: String? = nil
  ) throws -> (shown: Reference.Shown, sample: Reference.Shown) {
    let catalog = Catalog(subscriptionGroups: [group("g", ["p": [offer("back", plan: plan)]])])
    let history = CustomerHistory(
      customerId: "c",
      transactions: [transaction],
      renewalInfo: renewalInfo
    )
    let now = Reference.instant("2024-07-01")
    let merchandiser = try Merchandiser.builtIn(
      EligibilityEngine(catalog: catalog, rules: .appStore())
    )
    let timeline = try #require(try merchandiser.winBack.groups(of: history).first)
    let shown = merchandiser.shown(on: timeline.snapshot(asOf: Instant(milliseconds: now)))
    let answer = try #require(try Reference.answers(for: history, in: catalog, asOf: now).first)
    let sample = SessionSample(answer, in: catalog)
    return (Reference.Shown(shown), sample.shown)
  }

  @Test("shows the plain price where the best offer is one of a billing plan (M1)")
  func billingPlan() throws {
    let lapsed = subscribe("p", on: "2024-01-01", until: "2024-04-01").chain("1")
    let cancelled = [renewalInfo(status: 0)]
    let upfront = try state(lapsed, cancelled, plan: "UPFRONT")
    #expect(upfront.shown == .winBack(offerId: "back"))
    #expect(upfront.sample == upfront.shown)
    let monthly = try state(lapsed, cancelled, plan: "MONTHLY")
    #expect(monthly.shown == .winBack(offerId: "back"))
    #expect(monthly.sample == .plain)
  }

  @Test(
    "sells to somebody whose shared subscription may well renew, of which nothing is known (M1)"
  )
  func sharedStatus() throws {
    let shared = subscribe("p", on: "2024-06-15", until: "2024-07-15").chain("1").shared
    let known = try state(shared, [renewalInfo(status: 1, chain: "1")])
    #expect(known.shown == .hidden)
    #expect(known.sample == .hidden)
    let unknown = try state(shared, [])
    #expect(unknown.shown == .undetermined)
    #expect(unknown.sample == .plain)
  }
}

extension Dice {
  /// Makes some offers ones of a billing plan, which no rule reads.
  fileprivate mutating func addBillingPlans(to catalog: inout Catalog) {
    catalog.editOffers { $0.targetSubscriptionPlanType = pick([nil, "UPFRONT", "MONTHLY"]) }
  }
}
