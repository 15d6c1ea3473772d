import WinBack

extension Reference {
  /// What the semantics say of one customer in one group at one instant.
  struct Answer {
    let group: String
    let facts: Facts
    /// The offers of the group, best first (R2).
    let offers: [OfferAnswer]

    var eligible: [String] { offers.filter { $0.verdict == .eligible }.map(\.offerId) }
    var undetermined: [String] { offers.filter { $0.verdict == .undetermined }.map(\.offerId) }
  }

  /// What the semantics say of one offer at one instant.
  struct OfferAnswer {
    let offerId: String
    let outcomes: [(rule: Rule, holds: Bool?)]

    var verdict: Verdict { Verdict(outcomes.lazy.map(\.holds)) }

    /// R3: the rules that do not hold, in the table's order.
    var failedRules: [String] { outcomes.filter { $0.holds == false }.map(\.rule.rawValue) }

    /// R1: the facts that are not known, so that a rule is unknown, in the order of the rules.
    var missingFacts: [String] {
      var missing: [String] = []
      for (rule, holds) in outcomes where holds == nil {
        let facts =
          switch rule {
          case .owned: ["customer.hasEverSubscribed"]
          case .churned: ["subscription.state", "subscription.willAutoRenew"]
          case .product: ["subscription.productId"]
          case .territory: ["customer.storefront"]
          case .paidDuration: ["subscription.paidMonths"]
          case .timeSinceLastSubscribed: ["subscription.lapsedAt"]
          case .waitBetweenOffers: ["redemption.endedAt"]
          case .noAccess: ["subscription.hasSharedAccess"]
          case .involuntary, .available: [String]()
          }
        missing += facts.filter { !missing.contains($0) }
      }
      return missing
    }
  }

  /// The answers for a customer, one for each group, in their order (R5).
  static func answers(
    for history: CustomerHistory,
    in catalog: Catalog,
    _ policies: Policies = Policies(),
    asOf now: Milliseconds
  ) throws(Contradiction) -> [Answer] {
    try timelines(of: history, in: catalog, policies).map { timeline in
      let facts = Facts(timeline, asOf: now)
      let offers = candidates(of: timeline.group, in: catalog).map { candidate in
        OfferAnswer(offerId: candidate.offer.offerId, outcomes: facts.outcomes(for: candidate))
      }
      return Answer(group: timeline.group, facts: facts, offers: offers)
    }
  }

  /// R2: the offers of a group, best first.
  static func candidates(of group: String, in catalog: Catalog) -> [Candidate] {
    catalog.subscriptionGroups.filter { $0.id == group }
      .flatMap(\.subscriptions)
      .flatMap { subscription in
        subscription.winBackOffers.map {
          Candidate(productId: subscription.productId, offer: $0)
        }
      }
      .sorted { $0.isBetter(than: $1) }
  }
}
