import CEL

/// Which offers of a kind a customer is eligible for in one subscription group, and why.
public struct Decision: Sendable, Hashable {
  /// The customer.
  public let customerId: String

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

  /// The next event in the group; nil if the input has no later one.
  package let nextEvent: LaterEvent?

  /// The customer's own last period that has started, as known at that instant; it can have no
  /// length.
  package let lastService: ServicePeriod?

  /// The service that the customer had, over the whole timeline, in order.
  public let periods: [ServicePeriod]

  /// The periods after the last owned one in which the App Store tries to bill, in order.
  public let recoveries: [RecoveryPeriod]

  /// What the customer is shown (M1); nil if it was not requested, and without a subscription
  /// group.
  public package(set) var merchandising: Merchandising?

  @Uncompared private(set) var basis: DecisionBasis

  /// Whether the customer also has decisions about other groups.
  @Uncompared var hasOthers = false

  /// The kind of the offers.
  public var kind: OfferKind { basis.engine.kind }

  /// The offers that the customer is eligible for, best first (R2).
  public var eligibleOfferIDs: [String] { ids(of: .eligible) }

  /// The offers that cannot be decided, because a fact is not known, in the same order.
  public var undeterminedOfferIDs: [String] { ids(of: .undetermined) }

  /// The win-back offers that the customer is eligible for, best first (R2); none if the decision is
  /// about offers of another kind.
  public var eligibleWinBackOfferIDs: [String] { kind == .winBack ? eligibleOfferIDs : [] }

  /// The win-back offers that cannot be decided, in the same order; none if the decision is about
  /// offers of another kind.
  public var undeterminedWinBackOfferIDs: [String] { kind == .winBack ? undeterminedOfferIDs : [] }

  /// The next instant at which the verdict on an offer changes; nil if all stay.
  public var changesAt: Instant? { offers.compactMap { $0.changesAt }.min() }

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

  init(_ decisions: [Decision], productsWithoutGroup: [String]) {
    self.decisions = decisions
    self.productsWithoutGroup = productsWithoutGroup
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

/// What the input has after the instant of a decision, where it has not happened yet (T6).
package struct LaterEvent: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case purchase
    case refund
    case sharedPurchase = "shared purchase"
  }

  package let kind: Kind
  package let instant: Instant
}

/// The decision on one offer for one customer.
public struct OfferDecision: Sendable, Hashable {
  /// The index of the offer among those of the decision's engine.
  @Uncompared private(set) var index: Int

  /// The offer.
  public let offerId: String

  /// The product that the offer is for.
  public let productId: String

  /// Whether the customer is eligible for it.
  public let verdict: Verdict

  /// The results of all rules, in the rule set's order (R3).
  public let rules: [RuleOutcome]

  /// When the customer is eligible for it, over the whole timeline, past and future (R4).
  public let windows: [Window]

  /// When the verdict is not decided, over the whole timeline, past and future.
  public let undeterminedWindows: [Window]

  /// The next instant at which the verdict changes; nil if it stays.
  public let changesAt: Instant?

  /// The verdict from that instant on; nil if it stays.
  package var nextVerdict: Verdict? {
    changesAt.map { change in
      if windows.contains(where: { $0.from == change }) { return .eligible }
      return undeterminedWindows.contains { $0.from == change } ? .undetermined : .ineligible
    }
  }

  /// The smallest change that would make the customer eligible; empty if it is not needed.
  public let smallestChanges: [SmallestChange]

  /// The policies whose alternatives lead to another verdict.
  public let hingesOn: [Hinge]

  /// The results of the rules that do not hold, in the rule set's order (R3).
  public var failures: [RuleOutcome] { rules.filter { $0.outcome == .fails } }

  /// The rules that do not hold, in the rule set's order (R3).
  public var failedRules: [String] { failures.map { $0.id } }

  /// The facts that are not known, so that the verdict is undetermined.
  public var missingFacts: [String] { rules.missingFacts }
}

extension OfferDecision: Identifiable {
  /// The identifier of the offer.
  public var id: String { offerId }
}

extension [RuleOutcome] {
  /// The facts that are not known, without repeats.
  var missingFacts: [String] { flatMap { $0.missing }.withoutRepeats }
}

extension Array where Element: Hashable {
  /// The elements that are not equal to an earlier one, in their order.
  ///
  /// - Complexity: O(*n*), on average.
  package var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// A rule that fails for an offer and a customer, and the instant until which it fails.
package struct Obstacle: Sendable, Hashable {
  package let rule: RuleOutcome

  /// The facts that the rule reads.
  let facts: Set<FactVariable>

  /// Why it fails, in words for people: with days, and with names of products and countries.
  let because: String

  /// The first later instant at which the rule does not fail; nil if it fails from then on.
  package let end: Instant?
}

/// The engine and the facts of a decision, which answer further questions about it.
struct DecisionBasis: Sendable {
  let engine: EligibilityEngine
  let snapshot: Snapshot

}

/// A value of a decision that comparisons ignore: decisions with the same answers are equal,
/// whatever engine made them and whatever the order of the catalog.
@propertyWrapper
struct Uncompared<Value: Sendable>: Sendable, Hashable {
  var wrappedValue: Value

  static func == (_: Self, _: Self) -> Bool { true }

  func hash(into _: inout Hasher) {}
}

extension Decision {
  /// Returns the rules that fail for some offers, and until when each of them fails.
  ///
  /// Without an instant, it is about the instant of the decision. Only answers in words need it.
  ///
  /// - Returns: The rules of each offer, in the order of the offers.
  package func obstacles(of offers: [OfferDecision], at instant: Instant? = nil) -> [[Obstacle]] {
    let engine = basis.engine
    let snapshot = instant.map(basis.snapshot.history.snapshot) ?? basis.snapshot
    let outcomes = offers.map { offer in
      instant == nil
        ? offer.rules : engine.outcomes(of: engine.programs[offer.index], on: snapshot)
    }
    // Each rule is followed as an offer with only that rule.
    let alone = zip(offers, outcomes).flatMap { offer, outcomes in
      let program = engine.programs[offer.index]
      return outcomes.indices.filter { outcomes[$0].outcome == .fails }
        .map { OfferProgram(program, asking: program.rules[$0]) }
    }
    let now = snapshot.asOf
    var verdicts = engine.deciding(by: alone).verdicts(of: snapshot.history, from: now)[...]
    return zip(offers, outcomes).map { offer, outcomes in
      let evaluator = OfferEvaluator(engine.programs[offer.index], snapshot)
      return outcomes.indices.filter { outcomes[$0].outcome == .fails }.map { index in
        Obstacle(
          rule: outcomes[index],
          facts: engine.rules.vocabulary.facts(in: engine.explained[index]),
          because: evaluator.words(for: engine.rules.rules[index], engine.names),
          end: verdicts.popFirst()?.next(after: now)
        )
      }
    }
  }

  package func missingFacts(of offer: OfferDecision, at instant: Instant) -> [String] {
    basis.engine.outcomes(
      of: basis.engine.programs[offer.index],
      on: basis.snapshot.history.snapshot(asOf: instant)
    ).missingFacts
  }

  /// Whether the history is from a table, such as an export, and not from the App Store Server API.
  var isFromTable: Bool { !basis.snapshot.history.record.details.isEmpty }

  /// The names in the catalog of the decision.
  var names: CatalogNames { basis.engine.names }

  /// Returns whether renewal information describes the end of the history at another instant.
  package func renewalInfo(at instant: Instant) -> Evidence.RenewalInformation {
    basis.engine.evidence(for: basis.snapshot.history.snapshot(asOf: instant)).renewalInfo
  }

  /// When the input does not say whether the customer has service: between purchases that are missing,
  /// and after the last purchase if it can have been renewed (F14).
  package var unknownService: [Window] {
    let gaps = evidence.missingPurchases.compactMap { missing in
      missing.after.map { Window(from: $0, through: missing.before.adding(milliseconds: -1)) }
    }
    let own = periods.filter { $0.kind != .shared }
    let first = own.map { $0.start }.min()?.adding(milliseconds: -1)
    let beginning = evidence.reachesFirstPurchase ? [] : [Window(from: .minimum, through: first)]
    guard let end = own.map({ $0.end }).max(), end < .maximum else { return beginning + gaps }
    let isStale = basis.snapshot.history.steps(
      of: [],
      in: end...Instant.maximum,
      reading: { _, _ in .unknown }
    ) { $0.facts.isStale }
    return beginning + gaps + isStale.windows(of: true)
  }

  /// The latest end of the retries of the payment after the last purchase (F4); nil without a purchase.
  var latestRetry: Instant? { basis.snapshot.history.timeline.owned.last?.latestRetry }

  /// What the renewal information of the last purchase says, at any instant; nil if none describes it
  /// (F3, F14d).
  package var latestRenewal: RenewalStatus? { basis.snapshot.history.timeline.renewalStatus }

  /// What the renewal information says that applies; nil if none applies (F3).
  package var renewal: RenewalStatus? {
    evidence.renewalInfo == .applies ? basis.snapshot.history.timeline.renewalStatus : nil
  }
}

extension OfferDecision {
  /// Returns the next instant at which the offer opens.
  package func opening(after now: Instant) -> Instant? { windows.first { $0.from > now }?.from }

  /// Returns the next instant from which it is not decided whether the offer is open.
  package func doubt(after now: Instant) -> Instant? {
    undeterminedWindows.first { $0.from > now }?.from
  }
}
