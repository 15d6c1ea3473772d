import CEL

/// Plans the purchases of a customer, so that the customer has given facts.
///
/// A plan is a proposal. The engine must confirm its facts, and that the customer was eligible for
/// each offer when the customer redeemed it.
package struct PurchasePlanner: Sendable {
  typealias Purchase = PurchasePlan.Purchase

  let policies: FactPolicies
  /// The products of the group, those with the shortest period first.
  private let products: [Subscription]
  /// The offers of the group that the engine decides on, by their identifiers.
  package let offers: [String: PlacedOffer]
  /// Whether rules read whether an introductory offer was received.
  private let readsIntroductions: Bool
  static let day = Instant.millisecondsPerDay

  /// `factsRead` are facts that rules read, besides those of the engine.
  package init(
    _ engine: EligibilityEngine,
    group: String,
    factsRead: Set<FactVariable> = []
  ) {
    policies = engine.policies.facts
    readsIntroductions = factsRead.union(engine.rules.factsRead)
      .contains(.hasReceivedIntroductoryOffer)
    let subscriptions = engine.subscriptions(ofGroup: group)
    products = subscriptions.ordered {
      ($0.period.days, $0.productId) < ($1.period.days, $1.productId)
    }
    offers = Dictionary(
      keepingFirst: engine.offerIndices(in: engine.index.symbols.find(group)).map { index in
        (engine.programs[index].offer.id, engine.programs[index].offer)
      }
    )
  }

  /// The default product of the group; nil for a group without products.
  package var firstProduct: String? { products.first?.productId }

  /// Returns the plans to try, the simplest first.
  package func plans(for facts: Assignment) -> [PurchasePlan] {
    guard facts.state != .neverOwned else { return [PurchasePlan()] }
    guard let product = facts.productId, let lapse = facts.lapsedAt else { return [] }
    return endings(of: facts, lapse).flatMap { ending in
      services(of: facts, product, redeemingOthersUntil: ending).map { purchases in
        var plan = ending.plan
        plan.purchases = purchases
        if readsIntroductions { introduce(facts.hasReceivedIntroductoryOffer, to: &plan) }
        redeemOthers(facts, in: &plan)
        redeemEarlier(facts, in: &plan)
        payEarlier(facts, in: &plan)
        if case .int(let count) = facts.counts[.refunds] {
          refund(count, at: facts.counts[.lastRefundAt]?.ordinal, in: &plan)
        }
        begin(at: facts.counts[.firstPurchaseDate]?.ordinal, &plan)
        return plan
      }
    }
  }

  /// Makes trials introductory or of offer codes, and adds an introductory one if there is no trial.
  private func introduce(_ hasIntroduction: Bool, to plan: inout PurchasePlan) {
    plan.hasIntroduction = hasIntroduction
    guard hasIntroduction, let first = plan.purchases.first,
      !plan.purchases.contains(where: { $0.isFree && $0.offerId == nil })
    else { return }
    plan.purchases.insert(trial(of: first.productId, before: first.start), at: 0)
  }

  /// Adds service long before the other purchases, until all paid months are there.
  private func payEarlier(_ facts: Assignment, in plan: inout PurchasePlan) {
    guard case .int(let months)? = facts.counts[.paidMonthsEver], let first = plan.purchases.first
    else { return }
    let end = first.start.adding(months: -4)
    let start = start(of: months - facts.paidMonths, until: end)
    guard start < end else { return }
    plan.purchases.insert(Purchase(productId: first.productId, start: start, end: end), at: 0)
  }

  /// Adds a trial in the past with which purchases begin.
  private func begin(at instant: Int64?, _ plan: inout PurchasePlan) {
    guard let start = instant.map(Instant.init(milliseconds:)), let first = plan.purchases.first,
      start < first.start
    else { return }
    var trial = trial(of: first.productId, from: start)
    trial.end = min(trial.end, first.start)
    plan.purchases.insert(trial, at: 0)
  }

  /// Adds earlier purchases that are refunded at once, until `count` purchases are refunded; the last
  /// refund is at an instant, if it is given.
  private func refund(_ count: Int64, at last: Int64?, in plan: inout PurchasePlan) {
    guard let first = plan.purchases.first,
      let product = products.first(where: { $0.productId == first.productId })
    else { return }
    let known = plan.purchases.count { $0.refund?.isProrated == false }
    for index in 0..<max(0, min(count, 100) - Int64(known)) {
      var start = product.period.moving(first.start, by: -2 * Int(index + 1))
      var refunded: Instant?
      if index == 0, let last = last.map(Instant.init(milliseconds:)) {
        // A purchase can be refunded after it is over.
        let early = last.adding(milliseconds: -Self.day)
        if early < start { start = early }
        refunded = last
      }
      var purchase = Purchase(
        productId: first.productId,
        start: start,
        end: start.adding(milliseconds: Self.day),
        refund: .init(until: product.period.moving(start), isProrated: false)
      )
      purchase.refundedAt = refunded
      plan.purchases.insert(purchase, at: 0)
    }
  }

  // MARK: - How service ends

  /// The end of service, and its renewal information.
  struct Ending {
    var end: Instant
    /// The instant until which service was bought, if a refund ends it earlier.
    var boughtUntil: Instant?
    /// The instant up to which paid months count (F7).
    let counted: Instant
    var plan = PurchasePlan()
  }

  /// Returns the ways in which service leads to the state and the lapse (F2, F4).
  private func endings(of facts: Assignment, _ lapse: Instant) -> [Ending] {
    let now = facts.now
    func ending(at end: Instant, _ plan: PurchasePlan? = nil) -> Ending {
      Ending(end: end, counted: min(end, now), plan: plan ?? PurchasePlan())
    }
    let failed = policies.lapseStart == .retryEnd && facts.expirationIntent == 2
    var ends =
      failed
      ? ([60, 90] as [Int64]).map { days in
        let end = lapse.adding(milliseconds: -days * Self.day)
        return ending(at: end, PurchasePlan(isBilledMonthly: days == 90))
      } : [ending(at: lapse)]
    switch facts.state {
    // No offer is for customers whose payment failed a few days ago, so there are no such plans.
    case .neverOwned, .inGracePeriod: return []
    case .subscribed, .expired: break
    case .revoked:
      guard lapse <= now else { return [] }
      for index in ends.indices { ends[index].boughtUntil = now.adding(months: 1) }
    case .inBillingRetryPeriod:
      if !failed { ends.append(ending(at: lapse, PurchasePlan(isBilledMonthly: true))) }
      for index in ends.indices { ends[index].plan.isInRetry = true }
    }
    return ends
  }

  // MARK: - Service without redemptions

  /// Returns the ways to pay for some months, up to the end of service.
  func runs(of months: Int64, _ product: String, until ending: Ending) -> [[Purchase]] {
    let end = ending.end
    var trial = trial(of: product, before: ending.counted)
    trial.end = end
    trial.refund = ending.boughtUntil.map { .init(until: $0, isProrated: true) }
    guard months > 0 else { return [[trial]] }
    let start = start(of: months, until: ending.counted)
    var exact = Purchase(productId: product, start: start, end: end)
    func paid(for product: String, before end: Instant) -> Purchase {
      Purchase(productId: product, start: self.start(of: months, until: end), end: end)
    }
    guard ending.boughtUntil == nil else {
      exact.refund = trial.refund
      // A paid period, and then a refunded trial: the refund is not longer than what was paid for.
      return [[exact], [paid(for: product, before: trial.start), trial]]
    }
    var runs = [[exact]]
    if let period = products.first(where: { $0.productId == product })?.period {
      // Bought period by period: the fewest periods that start early enough.
      if let whole = (1...2_000).lazy.map({ period.moving(end, by: -$0) }).first(where: { start in
        !start.isValid || months <= length(from: start, until: ending.counted)
      }), whole != start {
        runs.append([Purchase(productId: product, start: whole, end: end)])
      }
    }
    // Paid for another product, and then a trial of this one, which adds nothing.
    if let other = products.first(where: { other in
      other.productId != product && other.period.months.map { months % Int64($0) == 0 } == true
    }) {
      runs.append([paid(for: other.productId, before: trial.start), trial])
    }
    // Bought for longer, and refunded for the rest.
    exact.refund = .init(until: end, isProrated: true)
    return runs + [[exact]]
  }

  /// Returns a trial of a week, which has no whole month under any policy.
  func trial(of product: String, from start: Instant) -> Purchase {
    let end = start.adding(milliseconds: 7 * Self.day)
    return Purchase(productId: product, start: start, end: end, isFree: true)
  }

  func trial(of product: String, before end: Instant) -> Purchase {
    trial(of: product, from: end.adding(milliseconds: -7 * Self.day))
  }

  /// Returns the start of some paid months that end at an instant (F7).
  private func start(of months: Int64, until end: Instant) -> Instant {
    switch policies.monthLength {
    case .calendar: end.adding(months: -months)
    case .thirtyDays: end.adding(milliseconds: -30 * months * Self.day)
    }
  }

  private func length(from start: Instant, until end: Instant) -> Int64 {
    switch policies.monthLength {
    case .calendar: start.months(until: end)
    case .thirtyDays: start.milliseconds(until: end) / (30 * Self.day)
    }
  }
}

extension Subscription {
  /// The period; a month if it is not known.
  package var period: PeriodLength { PeriodLength(subscriptionPeriod ?? .oneMonth) }
}

/// The purchases of a customer and the end of service, which give certain facts.
///
/// A plan can be written as a history or as the story of a scenario.
package struct PurchasePlan: Sendable {
  /// A period of service that is bought at once.
  package struct Purchase: Sendable {
    package struct Refund: Sendable, Hashable {
      /// The instant until which the service was bought; at least, if the refund is prorated.
      package let until: Instant
      /// Whether only the rest of the service is refunded, and the used part stays paid.
      package let isProrated: Bool
    }

    package let productId: String
    package var start: Instant
    /// The end of service, perhaps because of a refund.
    package var end: Instant
    package var isFree: Bool = false
    /// The kind of the offer that is redeemed; nil for none, or for a trial of any kind.
    package var offerKind: OfferKind?
    /// The offer that is redeemed, if it has an identifier.
    package var offerId: String?
    /// The number of the offer's periods that are used.
    package var offerPeriods: Int?
    package var refund: Refund?
    /// When it is refunded, if that is not the end of service.
    package var refundedAt: Instant?
  }

  /// The purchases, in the order of time.
  package var purchases: [Purchase] = []

  /// Whether a trial is an introductory offer, and not an offer code.
  package var hasIntroduction: Bool = true
  package var isInRetry: Bool = false

  /// Whether service of a year is billed monthly.
  package var isBilledMonthly: Bool = false
}
