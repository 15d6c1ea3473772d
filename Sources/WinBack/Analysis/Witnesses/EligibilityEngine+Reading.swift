import CEL
package import CalendarTime

extension EligibilityEngine {
  /// Opens one group of a history, which may have none of its transactions; nil where the history
  /// contradicts itself.
  func open(_ history: CustomerHistory, group: String) -> GroupHistory? {
    guard let groups = try? groups(of: history) else { return nil }
    if let found = groups.first(where: { $0.subscriptionGroupIdentifier == group }) { return found }
    return groups.first.map { other in
      GroupHistory(
        other.record,
        AskedGroup(nil, isOnly: groups.count <= 1),
        other.symbols,
        index.productGroups,
        policies.facts
      )
    }
  }

  /// Returns the facts of a history in one group as an assignment; nil where some are not known (F12).
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - group: The group.
  ///   - now: The instant that is asked about.
  /// - Returns: The facts, with the redemptions of the offers of the group.
  /// - Complexity: O(*n* · *o*) for *n* transactions and *o* offers.
  package func facts(
    of history: CustomerHistory,
    group: String,
    asOf now: Instant
  ) -> Assignment? {
    guard let snapshot = open(history, group: group)?.snapshot(asOf: now) else { return nil }
    let facts = snapshot.facts
    let areKnown = FactVariable.allCases.allSatisfy { fact in
      switch snapshot.binding(of: fact) {
      case .unknown, .atLeast: false
      case .absent, .value: true
      }
    }
    guard areKnown, let storefront = facts.storefront else { return nil }
    var assignment = Assignment(group: group, now: now, storefront: storefront)
    assignment.state = facts.state
    assignment.productId = snapshot.subscription.productId
    assignment.lapsedAt = facts.lapsedAt
    assignment.willAutoRenew = facts.willAutoRenew
    assignment.hasSharedAccess = facts.hasSharedAccess
    assignment.paidMonths = facts.paidMonths
    assignment.expirationIntent = facts.expirationIntent
    for program in programs where key(of: program).group == group {
      switch snapshot.binding(of: .redemptionEndedAt, for: program.offer) {
      case .value(.timestamp(let instant)):
        assignment.redemptions[program.offer.offer.offerId] = instant
      case .unknown, .atLeast: return nil
      case .absent, .value: continue
      }
    }
    for attribute in rules.ruleSet.attributes {
      assignment.attributes[attribute.name] = history.attributes[attribute.name]
    }
    return assignment
  }

  /// Returns the verdicts on the offers of a group, best first, without reasons.
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - group: The group.
  ///   - now: The instant that is asked about.
  /// - Returns: The verdicts; none where the history contradicts itself.
  /// - Complexity: O(*n* + *o*) for *n* transactions and *o* offers.
  package func verdicts(
    on history: CustomerHistory,
    group: String,
    asOf now: Instant
  ) -> [(offer: OfferKey, verdict: Verdict)] {
    guard let snapshot = open(history, group: group)?.snapshot(asOf: now) else { return [] }
    return programs.compactMap { program in
      let key = key(of: program)
      return key.group == group ? (key, snapshot.verdict(on: program)) : nil
    }
  }
}
