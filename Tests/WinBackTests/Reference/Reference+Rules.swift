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
      // F13 leaves open whether the subscription continues, and not whether there was one.
      return toldState != .none
    case .noAccess:
      return !hasSharedAccess
    case .churned:
      guard let state, let willAutoRenew else { return nil }
      return state == .expired && !willAutoRenew
    case .involuntary:
      return policies.involuntaryChurn == .included
        || expirationIntent == nil || expirationIntent == 1
    case .product:
      if policies.candidateOffers == .anyProductInGroup { return true }
      return isStale ? nil : candidate.productId == productId
    case .available:
      return policies.start(offer.startDate) <= now
        && offer.endDate.map { now < policies.dayAfter($0) } ?? true
    case .territory:
      if offer.territories.isEmpty { return true }
      return storefront.map(offer.territories.contains)
    case .paidDuration:
      let isEnough = paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths
      return isEnough || !mayHavePaidMore ? isEnough : nil
    case .timeSinceLastSubscribed:
      return isStale ? nil : isWithin(offer.customerEligibilityTimeSinceLastSubscribedInMonths)
    case .waitBetweenOffers:
      guard let wait = offer.customerEligibilityWaitBetweenOffersInMonths else { return true }
      switch redemption(of: offer) {
      case .unknown: return nil
      case .never: return true
      case .ended(let end): return now >= Reference.add(months: wait, to: end)
      }
    }
  }

  private func isWithin(_ months: MonthRange) -> Bool {
    guard let lapsedAt else { return false }
    guard now >= Reference.add(months: months.minimum, to: lapsedAt) else { return false }
    return switch policies.maximumBound {
    case .instant: now <= Reference.add(months: months.maximum, to: lapsedAt)
    case .wholeMonths: now < Reference.add(months: months.maximum + 1, to: lapsedAt)
    }
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
