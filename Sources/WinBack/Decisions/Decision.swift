public import CalendarTime

/// Which win-back offers a customer is eligible for in one subscription group, and why.
public struct Decision: Sendable, Hashable {
  /// The customer.
  public package(set) var customerId: String

  /// The subscription group; empty if the customer has no transaction and does not name one.
  public let subscriptionGroupIdentifier: String

  /// The instant that the decision is about.
  public let asOf: Instant

  /// The facts at that instant.
  public let facts: SubscriptionFacts

  /// The basis of the answer (F13).
  public let evidence: Evidence

  /// The offers of the group, in the order of the result, eligible or not (R2).
  public let offers: [OfferDecision]

  /// The service that does not count as paid (F7).
  package let unpaid: UnpaidService

  /// When the customer next buys something in the group; nil if the input has no later purchase.
  package let nextPurchase: Instant?

  /// The service that the customer had, over the whole timeline, in order.
  public let periods: [ServicePeriod]

  /// The periods after the last owned one in which the App Store tries to bill, in order.
  public let recoveries: [RecoveryPeriod]

  /// The next instant at which ``eligibleWinBackOfferIDs`` changes; nil if it stays.
  public let changesAt: Instant?

  /// What the customer is shown (M1); nil if it was not requested, and without a subscription
  /// group.
  public package(set) var merchandising: Merchandising?

  /// The results of the intents, links and messages that the history has, the oldest first (M4).
  public package(set) var intents: [IntentOutcome] = []

  @Uncompared private(set) var basis: DecisionBasis

  /// The offers that the customer is eligible for, best first (R2).
  public var eligibleWinBackOfferIDs: [String] { ids(of: .eligible) }

  /// The offers that cannot be decided, because a fact is not known, in the same order.
  public var undeterminedWinBackOfferIDs: [String] { ids(of: .undetermined) }

  /// The decision on an offer; nil if the group does not have it.
  public subscript(offerId: String) -> OfferDecision? { offers.first { $0.offerId == offerId } }

  private func ids(of verdict: Verdict) -> [String] {
    offers.filter { $0.verdict == verdict }.map { $0.offerId }
  }
}

/// The decisions on one customer, one for each subscription group, and what could not be used.
///
/// It is a collection of the decisions, in byte order of the groups (R5).
public struct CustomerDecisions: Sendable, Hashable {
  private let decisions: [Decision]

  /// Products that no group has, in byte order; their transactions were skipped (R5).
  public let productsWithoutGroup: [String]

  /// Offers of intents that no group has, in byte order.
  public let offersWithoutGroup: [String]

  init(_ decisions: [Decision], productsWithoutGroup: [String], offersWithoutGroup: [String]) {
    self.decisions = decisions
    self.productsWithoutGroup = productsWithoutGroup
    self.offersWithoutGroup = offersWithoutGroup
  }
}

extension CustomerDecisions: RandomAccessCollection {
  /// The position of the first decision.
  public var startIndex: Int { decisions.startIndex }

  /// The position after the last decision.
  public var endIndex: Int { decisions.endIndex }

  /// Returns the decision at a position.
  public subscript(position: Int) -> Decision { decisions[position] }
}

/// The service before an instant that does not count as paid months, and why (F7).
package struct UnpaidService: Sendable, Hashable {
  /// The paid months before a break, which do not belong to the most recent run.
  package let earlierMonths: Int

  /// The number of free periods that do not count (P4).
  package let free: Int

  /// The number of refunded periods that do not count (P5).
  package let refunded: Int
}
