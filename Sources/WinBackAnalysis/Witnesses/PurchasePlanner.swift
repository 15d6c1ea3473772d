import CEL
package import CalendarTime
package import WinBack

/// Plans the purchases of a customer, so that the customer has given facts.
///
/// A plan is a proposal. The engine must confirm its facts, and that the customer was eligible for
/// each offer when the customer redeemed it.
package struct PurchasePlanner: Sendable {
  typealias Purchase = PurchasePlan.Purchase

  private struct Product: Sendable {
    let id: String
    let period: PeriodLength
  }

  let policies: FactPolicies
  /// The products of the group, those with the shortest period first.
  private let products: [Product]
  let offers: [String: (offer: WinBackOffer, productId: String)]
  /// Whether the rules read whether an introductory offer was received.
  let readsIntroductions: Bool
  static let day = Instant.millisecondsPerDay

  package init(_ engine: EligibilityEngine, group: String) {
    policies = engine.policies.facts
    readsIntroductions = engine.rules.rules.contains { rule in
      rule.require.variables.contains(Vocabulary.id(of: .hasReceivedIntroductoryOffer))
    }
    let subscriptions = engine.subscriptions(ofGroup: group)
    products = subscriptions.map { subscription in
      Product(
        id: subscription.productId,
        period: PeriodLength(subscription.subscriptionPeriod ?? .oneMonth)
      )
    }.ordered { ($0.period.days, $0.id) < ($1.period.days, $1.id) }
    offers = Dictionary(
      keepingFirst: subscriptions.flatMap { subscription in
        subscription.winBackOffers.map { ($0.offerId, ($0, subscription.productId)) }
      }
    )
  }

  /// The default product of the group; nil for a group without products.
  package var firstProduct: String? { products.first?.id }

  /// Returns the plans to try, the simplest first.
  package func plans(for facts: Assignment) -> [PurchasePlan] {
    guard facts.state != .neverOwned else { return [PurchasePlan()] }
    guard let product = facts.productId, let lapse = facts.lapsedAt else { return [] }
    return endings(of: facts, lapse).flatMap { ending in
      services(of: facts, product, until: ending).map { purchases in
        var plan = ending.plan
        plan.purchases = purchases
        if readsIntroductions { introduce(facts.hasReceivedIntroductoryOffer, to: &plan) }
        if case .int(let count) = facts.counts[.refunds] { refund(count, in: &plan) }
        return plan
      }
    }
  }

  /// Makes trials introductory or promotional, and adds an introductory one if there is no trial.
  private func introduce(_ hasIntroduction: Bool, to plan: inout PurchasePlan) {
    plan.hasIntroduction = hasIntroduction
    guard hasIntroduction, let first = plan.purchases.first,
      !plan.purchases.contains(where: { $0.isFree && $0.offerId == nil })
    else { return }
    let trial = Purchase(
      productId: first.productId,
      start: first.start.adding(milliseconds: -7 * Self.day),
      end: first.start,
      isFree: true
    )
    plan.purchases.insert(trial, at: 0)
  }

  /// Adds earlier purchases that are refunded at once, until `count` purchases are refunded.
  private func refund(_ count: Int64, in plan: inout PurchasePlan) {
    guard let first = plan.purchases.first,
      let product = products.first(where: { $0.id == first.productId })
    else { return }
    let known = plan.purchases.count { if case .whole = $0.refund { true } else { false } }
    for index in 0..<max(0, min(count, 100) - Int64(known)) {
      let start = product.period.moving(first.start, by: -2 * Int(index + 1))
      let purchase = Purchase(
        productId: first.productId,
        start: start,
        end: start.adding(milliseconds: Self.day),
        refund: .whole(of: product.period.moving(start))
      )
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
    let ends =
      failed
      ? [60, 90].map { days in
        ending(
          at: lapse.adding(milliseconds: -days * Self.day),
          PurchasePlan(isBilledMonthly: days == 90)
        )
      } : [ending(at: lapse)]
    switch facts.state {
    // No offer is for customers whose payment failed a few days ago, so there are no such plans.
    case .neverOwned, .inGracePeriod: return []
    case .subscribed, .expired: return ends
    case .revoked where lapse > now: return []
    case .revoked:
      return ends.map { ending in
        var ending = ending
        ending.boughtUntil = now.adding(months: 1)
        return ending
      }
    case .inBillingRetryPeriod:
      let yearly = failed ? [] : [ending(at: lapse, PurchasePlan(isBilledMonthly: true))]
      return (ends + yearly).map { ending in
        var ending = ending
        ending.plan.isInRetry = true
        return ending
      }
    }
  }

  // MARK: - Service without redemptions

  /// Returns the ways to pay for some months, up to the end of service.
  func runs(of months: Int64, _ product: String, until ending: Ending) -> [[Purchase]] {
    let end = ending.end
    let trial = Purchase(
      productId: product,
      // A trial of a week has no whole month under any policy.
      start: ending.counted.adding(milliseconds: -7 * Self.day),
      end: end,
      isFree: true,
      refund: ending.boughtUntil.map { .rest(of: $0) }
    )
    guard months > 0 else { return [[trial]] }
    let start = start(of: months, until: ending.counted)
    var exact = Purchase(productId: product, start: start, end: end)
    guard ending.boughtUntil == nil else {
      exact.refund = trial.refund
      // A paid period, and then a refunded trial: the refund is not longer than what was paid for.
      let paid = Purchase(
        productId: product,
        start: self.start(of: months, until: trial.start),
        end: trial.start
      )
      return [[exact], [paid, trial]]
    }
    var runs = [[exact]]
    if let period = products.first(where: { $0.id == product })?.period {
      // Bought period by period: the fewest periods that start early enough.
      if let whole = (1...2_000).lazy.map({ period.moving(end, by: -$0) }).first(where: { start in
        !start.isValid || months <= length(from: start, until: ending.counted)
      }), whole != start {
        runs.append([Purchase(productId: product, start: whole, end: end)])
      }
    }
    // Paid for another product, and then a trial of this one, which adds nothing.
    if let other = products.first(where: { other in
      other.id != product && other.period.months.map { months % Int64($0) == 0 } == true
    }) {
      let start = self.start(of: months, until: trial.start)
      runs.append([Purchase(productId: other.id, start: start, end: trial.start), trial])
    }
    // Bought for longer, and refunded for the rest.
    exact.refund = .rest(of: end)
    return runs + [[exact]]
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

/// The purchases of a customer and the end of service, which give certain facts.
///
/// A plan can be written as a history or as the story of a scenario.
package struct PurchasePlan: Sendable {
  /// A period of service that is bought at once.
  package struct Purchase: Sendable {
    package enum Refund: Sendable, Hashable {
      /// The rest of the service that was bought until at least an instant.
      case rest(of: Instant)
      /// The whole price of the service until an instant.
      case whole(of: Instant)
    }

    package let productId: String
    package var start: Instant
    /// The end of service, perhaps because of a refund.
    package var end: Instant
    package var isFree: Bool = false
    /// The win-back offer that is redeemed.
    package var offerId: String?
    /// The number of the offer's periods that are used.
    package var offerPeriods: Int?
    package var refund: Refund?
  }

  /// The purchases, in the order of time.
  package var purchases: [Purchase] = []

  /// Whether a trial is an introductory offer, not a promotional one.
  package var hasIntroduction: Bool = true
  package var isInRetry: Bool = false

  /// Whether service of a year is billed monthly.
  package var isBilledMonthly: Bool = false
}
