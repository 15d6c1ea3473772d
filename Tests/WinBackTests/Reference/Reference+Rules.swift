import WinBack

extension Reference {
  /// The rules of section 4, in the table's order.
  enum Rule: String, CaseIterable {
    case owned
    case noAccess = "no-access"
    case churned
    case involuntary
    case product
    case available
    case territory
    case paidDuration = "paid-duration"
    case timeSinceLastSubscribed = "time-since-last-subscribed"
    case waitBetweenOffers = "wait-between-offers"
  }

  /// R1.
  enum Verdict: String {
    case eligible, ineligible, undetermined

    /// R1: Kleene's conjunction of all rules.
    init(_ outcomes: some Sequence<Bool?>) {
      self = .eligible
      for outcome in outcomes {
        guard let outcome else {
          self = .undetermined
          continue
        }
        if !outcome {
          self = .ineligible
          return
        }
      }
    }
  }

  /// An offer and the product that it is for.
  struct Candidate {
    let productId: String
    let offer: WinBackOffer
  }
}

extension Reference.Facts {
  typealias Rule = Reference.Rule

  /// Section 4: whether a rule holds for an offer; nil where a fact that decides it is unknown.
  func holds(_ rule: Rule, for candidate: Reference.Candidate) -> Bool? {
    let offer = candidate.offer
    switch rule {
    case .owned:
      return isOwned
    case .noAccess:
      return hasSharedAccess.map { !$0 }
    case .churned:
      return both(state.map { $0 == .expired }, willAutoRenew.map { !$0 })
    case .involuntary:
      return policies.involuntaryChurn == .included
        || expirationIntent == nil || expirationIntent == 1
    case .product:
      if policies.candidateOffers == .anyProductInGroup { return true }
      return isStale || isBeforeTheInput ? nil : candidate.productId == productId
    case .available:
      return policies.start(offer.startDate) <= now
        && offer.endDate.map { now < policies.dayAfter($0) } ?? true
    case .territory:
      if offer.territories.isEmpty { return true }
      return storefront.map(offer.territories.contains)
    case .paidDuration:
      return paidMonths.isAtLeast(offer.customerEligibilityPaidSubscriptionDurationInMonths)
    case .timeSinceLastSubscribed:
      return isWithin(offer.customerEligibilityTimeSinceLastSubscribedInMonths)
    case .waitBetweenOffers:
      guard let wait = offer.customerEligibilityWaitBetweenOffersInMonths else { return true }
      let redemption = redemption(of: offer)
      guard let endedAt = redemption.endedAt else { return true }
      let isOver = endedAt.map { Reference.add(months: wait, to: $0) }.isReached(at: now)
      return isOver == false && redemption.mayBeAbsent ? nil : isOver
    }
  }

  private func isWithin(_ months: MonthRange) -> Bool? {
    guard let lapsedAt else { return false }
    let begins = lapsedAt.map { Reference.add(months: months.minimum, to: $0) }
    let ends = lapsedAt.map {
      switch policies.maximumBound {
      case .instant: Reference.add(months: months.maximum, to: $0) + 1
      case .wholeMonths: Reference.add(months: months.maximum + 1, to: $0)
      }
    }
    return both(begins.isReached(at: now), ends.isReached(at: now).map { !$0 })
  }

  /// What becomes of every rule, in the table's order.
  func outcomes(for candidate: Reference.Candidate) -> [(rule: Rule, holds: Bool?)] {
    Rule.allCases.map { ($0, holds($0, for: candidate)) }
  }

  /// R1: what becomes of all rules together; those after one that does not hold are not asked.
  func verdict(on candidate: Reference.Candidate) -> Reference.Verdict {
    Reference.Verdict(Rule.allCases.lazy.map { holds($0, for: candidate) })
  }
}
