package import WinBackAnalysis

/// Writes plans of purchases as the stories of customers with given facts.
///
/// A story is a proposal, and the engine must confirm what it shows.
struct StoryWriter {
  let facts: Assignment
  let engine: EligibilityEngine
  let planner: PurchasePlanner

  /// The stories to try, the simplest first.
  var stories: some Sequence<CustomerStory> {
    planner.plans(for: facts).lazy.compactMap { plan in events(of: plan).map(story) }
  }

  private func story(_ events: [StoryEvent]) -> CustomerStory {
    CustomerStory(
      storefront: StoryStorefront(facts.storefront),
      subscriptionGroupIdentifier: events.isEmpty && !facts.hasSharedAccess
        && engine.catalog.onlyGroup == nil ? facts.group : nil,
      attributes: facts.attributes,
      events: events + (facts.hasSharedAccess ? sharedAccess : [])
    )
  }

  private var sharedAccess: [StoryEvent] {
    let product = facts.productId ?? planner.firstProduct
    let start = Instant(facts.now.date).adding(milliseconds: -Instant.millisecondsPerDay)
    return product.map { [.familyShare(of: $0, on: date(start))] } ?? []
  }

  // MARK: - Purchases

  /// Returns the events of a plan; nil if no story can have them.
  private func events(of plan: PurchasePlan) -> [StoryEvent]? {
    guard !plan.isBilledMonthly else { return nil }
    var events: [StoryEvent] = []
    var renews = false
    for (index, purchase) in plan.purchases.enumerated() {
      let isRenewal = index > 0 && purchase.renews(plan.purchases[index - 1])
      if renews, !isRenewal { events.append(.cancel()) }
      guard let bought = event(of: purchase, of: plan, isRenewal: isRenewal) else { return nil }
      events.append(bought)
      renews = purchase.refund == nil
      if let refund = purchase.refund {
        // A period that is over cannot end service.
        if !refund.isProrated, refund.until <= purchase.end { events.append(.cancel()) }
        events.append(.refund(on: date(purchase.end), isProrated: refund.isProrated))
      }
    }
    guard renews else { return events }
    return events + ending
  }

  private func event(
    of purchase: PurchasePlan.Purchase,
    of plan: PurchasePlan,
    isRenewal: Bool
  ) -> StoryEvent? {
    if let id = purchase.offerId {
      let all = planner.offers[id]?.terms.servicePeriods
      let periods = purchase.offerPeriods == all ? nil : purchase.offerPeriods
      return .redeem(offer: id, on: date(purchase.start), periods: periods)
    }
    if purchase.isFree {
      // A trial whose rest is refunded must be longer.
      let trial: OfferDuration = purchase.refund?.isProrated == true ? .oneYear : .oneWeek
      return .subscribe(
        to: purchase.productId,
        on: date(purchase.start),
        offer: StoryOffer(
          purchase.offerKind == .promotional || !plan.hasIntroduction
            ? .promotional : .introductory,
          .freeTrial,
          trial
        )
      )
    }
    guard let product = engine.index.subscriptions[purchase.productId],
      let count = product.period.count(in: purchase)
    else { return nil }
    if isRenewal { return .renew(count) }
    let stays = product.period.months.map { StoryLength.months($0 * count) } ?? .periods(count)
    return .subscribe(to: product.id, on: date(purchase.start), stays: stays)
  }

  private var ending: [StoryEvent] {
    let stop: [StoryEvent] = facts.willAutoRenew ? [] : [.cancel()]
    switch facts.state {
    case .neverOwned, .revoked, .inGracePeriod: return []
    case .subscribed: return stop
    case .expired:
      switch facts.expirationIntent {
      case nil, 1: return stop
      case 3: return [.cancel(priceIncrease: true)]
      // The payment of a customer who did not cancel failed; stories cannot have the other causes.
      default: return [.billingRetry]
      }
    case .inBillingRetryPeriod: return [.billingRetry]
    }
  }

  private func date(_ instant: Instant) -> StoryDate {
    engine.policies.facts.timeZone == .utc && instant.timeOfDay == 0
      ? StoryDate(TimelineDate(instant.date)) : StoryDate(instant)
  }
}

extension PurchasePlan.Purchase {
  fileprivate func renews(_ other: Self) -> Bool {
    other.end == start && other.productId == productId && other.refund == nil && offerId == nil
      && !isFree
  }
}

extension PeriodLength {
  /// Returns the number of periods of a purchase; nil if it is no whole number.
  fileprivate func count(in purchase: PurchasePlan.Purchase) -> Int? {
    let counts = (1...2_000).lazy
    if let refund = purchase.refund, refund.isProrated {
      return counts.first { moving(purchase.start, by: $0) > refund.until }
    }
    return counts.first { count in
      purchase.end <= moving(purchase.start, by: count)
        || moving(purchase.end, by: -count) <= purchase.start
    }.flatMap { count in
      purchase.end == moving(purchase.start, by: count)
        || moving(purchase.end, by: -count) == purchase.start ? count : nil
    }
  }
}

extension CustomerStory {
  /// Returns a possible story after which the engine reads the facts of a witness; nil if unknown.
  package static func of(_ witness: Witness, for engine: EligibilityEngine) -> CustomerStory? {
    let group = witness.facts.group
    let planner = PurchasePlanner(engine, group: group)
    let writer = StoryWriter(facts: witness.facts, engine: engine, planner: planner)
    return writer.stories.first { story in
      guard let history = try? story.history(for: engine) else { return false }
      var facts = engine.facts(of: history, group: group, asOf: witness.asOf)
      // A story has a reason for each cancellation, and its own trials, which a witness need not
      // have.
      facts?.counts = witness.facts.counts
      facts?.redemptionCounts = witness.facts.redemptionCounts
      facts?.hasReceivedIntroductoryOffer = witness.facts.hasReceivedIntroductoryOffer
      if witness.facts.expirationIntent == nil { facts?.expirationIntent = nil }
      return facts == witness.facts
    }
  }
}
