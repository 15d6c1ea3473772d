public import CalendarTime

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
  package let undecided: [Window]

  /// The next instant at which the verdict changes; nil if it stays.
  public let changesAt: Instant?

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

extension [RuleOutcome] {
  /// The facts that are not known, without duplicates.
  var missingFacts: [String] {
    var missing: [String] = []
    for fact in flatMap({ $0.missing }) where !missing.contains(fact) { missing.append(fact) }
    return missing
  }
}
