import CEL

/// The result of a purchase with a win-back offer at an instant (M4).
///
/// The instant of the purchase counts, not that of the link, the message or the purchase intent
/// before it.
public struct RedemptionAttempt: Sendable, Hashable {
  /// The customer.
  public let customerId: String

  /// The subscription group of the offer.
  public let subscriptionGroupIdentifier: String

  /// The offer.
  public let offerId: String

  /// The instant of the purchase.
  public let at: Instant

  /// Whether the customer is eligible; if not, the purchase fails with `ineligibleForOffer`.
  public let verdict: Verdict

  /// The window that contains the instant; nil if the customer is not eligible.
  public let window: Window?

  /// The results of the rules that do not hold.
  public let failures: [RuleOutcome]

  /// The facts that are not known, so that it cannot be decided.
  public let missing: [String]

  /// The last earlier instant at which it would succeed; nil if there is none, or if it succeeds.
  public let lastBefore: Instant?

  /// The first later instant at which it would succeed; nil if there is none, or if it succeeds.
  public let firstAfter: Instant?

  /// The ranges of time in which it is not decided whether it succeeds.
  package let undecided: [Window]
}

extension EligibilityEngine {
  /// Returns the results of a purchase with an offer in each group in which the customer bought.
  ///
  /// Groups without the offer have no result. If no group has it, the result is for the first group
  /// of the catalog that has the offer.
  package func redemptions(
    of offerId: String,
    by record: HistoryRecord,
    _ symbols: SymbolTable,
    at instant: Instant
  ) throws(HistoryError) -> [RedemptionAttempt] {
    let groups = try groups(of: record, symbols)
    let attempts = groups.compactMap { redemption(of: offerId, by: $0, at: instant) }
    guard attempts.isEmpty, let known = groups.first,
      let group = programs.first(where: { $0.offer.id == offerId })?.offer.group
    else { return attempts }
    let stranger = stranger(to: group, known)
    return redemption(of: offerId, by: stranger, at: instant).map { [$0] } ?? []
  }

  /// Returns a customer's history in a group in which the customer bought nothing, or in none.
  package func stranger(to group: Symbol?, _ known: GroupHistory) -> GroupHistory {
    GroupHistory(
      known.record,
      AskedGroup(group, isOnly: false),
      known.symbols,
      index.productGroups,
      policies.facts
    )
  }

  /// Returns the result of a purchase with an offer.
  ///
  /// - Parameters:
  ///   - offerId: The offer.
  ///   - history: The customer's history in a group, which this engine has opened.
  ///   - instant: The instant of the purchase.
  /// - Returns: The outcome; nil if the group does not have the offer.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  public func redemption(
    of offerId: String,
    by history: GroupHistory,
    at instant: Instant
  ) -> RedemptionAttempt? {
    offerIndices(in: history.group).first { programs[$0].offer.id == offerId }.map { index in
      redemption(ofOfferAt: index, by: history, at: instant, verdicts(of: history)[index])
    }
  }

  /// Returns the result of a purchase with an offer that has these verdicts.
  ///
  /// If the history has this purchase, the facts just before it decide: a purchase does not affect
  /// its own result.
  package func redemption(
    ofOfferAt index: Int,
    by history: GroupHistory,
    at instant: Instant,
    _ verdicts: Steps<Verdict>
  ) -> RedemptionAttempt {
    let program = programs[index]
    let isMade = history.timeline.owned.contains {
      $0.redeemed == program.offer.redeemed && $0.start == instant
    }
    let snapshot =
      isMade
      ? history.snapshot(asOf: instant.adding(milliseconds: -1)).moved(to: instant)
      : history.snapshot(asOf: instant)
    let windows = verdicts.windows(of: .eligible)
    let verdict = snapshot.verdict(on: program)
    // A purchase that was made ends the window just before its own instant.
    let before = instant.adding(milliseconds: -1)
    let rules = verdict == .eligible ? [] : outcomes(of: program, on: snapshot)
    return RedemptionAttempt(
      customerId: history.customerId,
      subscriptionGroupIdentifier: history.subscriptionGroupIdentifier,
      offerId: program.offer.id,
      at: instant,
      verdict: verdict,
      window: verdict == .eligible
        ? windows.first { $0.contains(instant) || $0.contains(before) } : nil,
      failures: rules.filter { $0.outcome == .fails },
      missing: verdict == .undetermined ? rules.missingFacts : [],
      lastBefore: verdict == .eligible
        ? nil : windows.last { $0.from < instant }.map { $0.through ?? instant },
      firstAfter: verdict == .eligible ? nil : windows.first { $0.from > instant }?.from,
      undecided: verdicts.windows(of: .undetermined)
    )
  }
}
