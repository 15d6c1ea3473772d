package import CEL
import CalendarTime
package import WinBack

extension CustomerSpace {
  /// Returns the facts that a customer can have if all are known (section 3 of the semantics).
  ///
  /// Facts are not independent. A customer who never subscribed has no product, no lapse and no
  /// months; a subscribed customer has not lapsed. No customer redeems an offer after the end of
  /// service: that relates two instants, so ``AssignmentFinder`` ensures it.
  ///
  /// - Returns: A region with one box or a few for each state.
  package func customers(_ policies: FactPolicies) -> Region {
    Region(SubscriptionState.allCases.flatMap { boxes(of: $0, policies) })
  }

  /// The constraints in every state; Apple gives five reasons for an expiration.
  private var anybody: Box {
    let bools = Domain(.only([.bool(false), .bool(true)]))
    return Box([
      id(of: .now): Domain(
        .numbers(IntervalSet(Instant.minimum.milliseconds...Instant.maximum.milliseconds))
      ), id(of: .willAutoRenew): bools, id(of: .hasSharedAccess): bools,
      id(of: .storefront): .presence,
      id(of: .expirationIntent): Domain(.numbers(IntervalSet(1...5)), allowsAbsence: true),
    ])
  }

  private func boxes(of state: SubscriptionState, _ policies: FactPolicies) -> [Box] {
    var box = anybody
    box[id(of: .state)] = Domain(.only([.string(state.rawValue)]))
    box[id(of: .hasEverSubscribed)] = Domain(.only([.bool(state != .neverOwned)]))
    guard state != .neverOwned else {
      box[id(of: .willAutoRenew)] = Domain(.only([.bool(false)]))
      box[id(of: .hasReceivedIntroductoryOffer)] = Domain(.only([.bool(false)]))
      box[id(of: .paidMonths)] = Domain(.numbers(IntervalSet(0...0)))
      let absent: [FactVariable] = [
        .productId, .lapsedAt, .expirationIntent, .lastRefundAt, .firstPurchaseDate,
      ]
      for fact in absent { box[id(of: fact)] = .absence }
      for fact in [FactVariable.refunds, .redemptions] {
        box[id(of: fact)] = Domain(.numbers(IntervalSet(0...0)))
      }
      box[id(of: .lapseAge)] = .absence
      box[id(of: .lapseElapsed)] = .absence
      return [box]
    }
    // A history in which it renews is older than the renewal, so its state is unknown (F13b).
    if state == .expired { box[id(of: .willAutoRenew)] = Domain(.only([.bool(false)])) }
    box[id(of: .productId)] = .presence
    box[id(of: .lapsedAt)] = .presence
    box[id(of: .firstPurchaseDate)] = .presence
    for fact in [FactVariable.refunds, .redemptions] {
      box[id(of: fact)] = Domain(.numbers(IntervalSet(0...Int64.max)))
    }
    // No customer pays for more years than there are (T5).
    box[id(of: .paidMonths)] = Domain(.numbers(IntervalSet(0...Self.longestService)))
    guard policies.lapseStart == .retryEnd else {
      box[id(of: .lapseAge)] = ages(of: state, policies.lapseStart)
      box[id(of: .lapseElapsed)] = .presence
      if state == .inBillingRetryPeriod {
        box[id(of: .lapseElapsed)] = Domain(.numbers(IntervalSet(0...(Self.longestRetry - 1))))
      }
      return [box]
    }
    // The lapse starts after the retry if billing failed, and else with the end of service.
    var failed = box
    failed[id(of: .expirationIntent)] = Domain(.numbers(IntervalSet(2...2)))
    failed[id(of: .lapseAge)] =
      state == .subscribed || state == .inBillingRetryPeriod ? .future : .presence
    failed[id(of: .lapseElapsed)] = Domain(
      .numbers(
        state == .subscribed
          ? IntervalSet(Int64.min...(-Self.shortestRetry - 1))
          : IntervalSet(-Self.longestRetry...Int64.max)
      )
    )
    box[id(of: .expirationIntent)] = box[id(of: .expirationIntent)].intersection(
      Domain(.numbers(IntervalSet(2...2).complement), allowsAbsence: true)
    )
    box[id(of: .lapseAge)] = state == .subscribed ? .future : .past
    box[id(of: .lapseElapsed)] =
      state == .inBillingRetryPeriod
      ? Domain(.numbers(IntervalSet(0...(Self.longestRetry - 1)))) : .presence
    return [box, failed]
  }

  /// Returns the possible ages of the end of service in a state, if the retry does not matter (F2,
  /// F4).
  private func ages(of state: SubscriptionState, _ lapseStart: FactPolicies.LapseStart) -> Domain {
    switch state {
    case .neverOwned: .absence
    case .subscribed: .future
    // A grace period continues after a refund, although the state is `revoked`.
    case .revoked: lapseStart == .graceEnd ? .presence : .past
    case .inGracePeriod: lapseStart == .graceEnd ? .future : .past
    case .inBillingRetryPeriod, .expired: .past
    }
  }

  private static let longestService: Int64 = 9999 * 12

  /// The shortest time for which the store retries to charge, in milliseconds (F4).
  static let shortestRetry: Int64 = 60 * Instant.millisecondsPerDay

  /// The longest time for which the store retries to charge, in milliseconds (F4).
  private static let longestRetry: Int64 = 90 * Instant.millisecondsPerDay
}

extension Domain {
  fileprivate static let past = Domain(.numbers(IntervalSet(0...Int64.max)))
  fileprivate static let future = Domain(.numbers(IntervalSet(Int64.min...(-1))))
}
