import CEL

extension EligibilityEngine {
  /// Returns the subscriptions of a group of the catalog; empty if there is no such group.
  func subscriptions(ofGroup id: String) -> [Subscription] {
    index.index(ofGroup: id).map { catalog.subscriptionGroups[$0].subscriptions } ?? []
  }

  /// Returns the facts of a history in one group, even if none of its transactions are in it; nil
  /// if the history contradicts itself.
  package func snapshot(
    of history: CustomerHistory,
    group: String,
    asOf now: Instant
  ) -> Snapshot? {
    guard let groups = try? groups(of: history) else { return nil }
    let own = groups.first { $0.subscriptionGroupIdentifier == group }
    return (own ?? groups.first.map { stranger(to: nil, $0) })?.snapshot(asOf: now)
  }

  /// Returns the facts of a history in one group as an assignment; nil if some are not known (F12).
  package func facts(of history: CustomerHistory, group: String, asOf now: Instant) -> Assignment? {
    snapshot(of: history, group: group, asOf: now).flatMap { assignment(of: history, group, $0) }
  }

  /// Returns the facts of a snapshot as an assignment; nil if some are not known (F12).
  func assignment(
    of history: CustomerHistory,
    _ group: String,
    _ snapshot: Snapshot
  ) -> Assignment? {
    let facts = snapshot.facts
    // What only some rules read costs more than all other facts together.
    let known = FactVariable.allCases.filter { fact in
      switch fact.fact.source {
      case .wholeHistory: rules.factsRead.contains(fact)
      case .offerPrices: false
      default: true
      }
    }
    let areKnown = known.allSatisfy { fact in
      switch snapshot.binding(of: fact) {
      // Assignments do not contain whether a shared subscription renews.
      case .unknown where fact == .willRenew: true
      case .unknown, .range: false
      case .absent, .value: true
      }
    }
    // Nor do they contain that a purchase after a refund is announced (F14g).
    let isAnnouncedAfterRefund = facts.state == .revoked && facts.isRenewalAnnounced
    guard areKnown, !isAnnouncedAfterRefund, let storefront = facts.storefront else { return nil }
    var assignment = Assignment(group: group, now: snapshot.asOf, storefront: storefront)
    assignment.state = facts.state
    assignment.productId = snapshot.subscription.productId
    assignment.lapsedAt = facts.lapsedAt
    assignment.willAutoRenew = facts.willAutoRenew
    assignment.hasSharedAccess = facts.hasSharedAccess == .holds
    assignment.paidMonths = facts.paidMonths.lowerBound
    assignment.expirationIntent = facts.expirationIntent
    assignment.hasReceivedIntroductoryOffer = facts.hasIntroduction
    for fact in known where fact.isCounted || fact.fact.source == .wholeHistory {
      if case .value(let value) = snapshot.binding(of: fact) { assignment.counts[fact] = value }
    }
    let record = snapshot.history.record
    let redeemed = Set(record.transactions.compactMap { $0.offerIdentifier })
    let mayLackRedemptions = !record.gaps.isEmpty || facts.boundary != nil
    let offers = offerIndices(in: index.symbols.find(group)).lazy.map { programs[$0].offer }
    for offer in offers where mayLackRedemptions || redeemed.contains(offer.symbol) {
      switch snapshot.binding(of: .redemptionEndedAt, for: offer) {
      case .value(.timestamp(let instant)): assignment.redemptions[offer.id] = instant
      case .unknown, .range: return nil
      case .absent, .value: continue
      }
    }
    for attribute in rules.ruleSet.attributes {
      assignment.attributes[attribute.name] = history.attributes[attribute.name]
    }
    return assignment
  }

  package func canRedeem(
    _ offerId: String,
    of group: String,
    _ history: CustomerHistory,
    at now: Instant
  ) -> Bool {
    let own = offerIndices(in: index.symbols.find(group)).first { programs[$0].offer.id == offerId }
    guard let own, let snapshot = snapshot(of: history, group: group, asOf: now) else {
      return false
    }
    return snapshot.verdict(on: programs[own]) == .eligible
  }

  /// Returns the facts of a witness as this engine reads them; nil if the history contradicts
  /// itself.
  func snapshot(of witness: Witness) -> Snapshot? {
    snapshot(of: witness.history, group: witness.facts.group, asOf: witness.asOf)
  }
}
