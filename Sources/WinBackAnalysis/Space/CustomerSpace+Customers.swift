package import CEL

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
    Box([
      id(of: .now): Domain(Instant.minimum.milliseconds...Instant.maximum.milliseconds),
      id(of: .willAutoRenew): .bools(true, false), id(of: .hasSharedAccess): .bools(true, false),
      id(of: .storefront): .presence,
      id(of: .expirationIntent): Domain(1...5, allowsAbsence: true),
    ])
  }

  private func boxes(of state: SubscriptionState, _ policies: FactPolicies) -> [Box] {
    var box = anybody
    func constrain(_ facts: FactVariable..., to domain: Domain) {
      for fact in facts { box[id(of: fact)] = domain }
    }
    constrain(.state, to: Domain(.only([.string(state.rawValue)])))
    constrain(.hasEverSubscribed, to: .bools(state != .neverOwned))
    // In other groups, too.
    constrain(.paidMonthsEver, to: Domain(0...Self.longestService))
    guard state != .neverOwned else {
      constrain(.hasReceivedIntroductoryOffer, to: .bools(false))
      constrain(.paidMonths, .refunds, .redemptions, to: Domain(0...0))
      constrain(.productId, .lapsedAt, .expirationIntent, .price, to: .absence)
      for fact in FactVariable.countedInstants { constrain(fact, to: .absence) }
      box[lapse.age] = .absence
      box[lapse.elapsed] = .absence
      return [box]
    }
    constrain(.productId, .lapsedAt, .firstPurchaseDate, to: .presence)
    constrain(.refunds, .redemptions, to: .past)
    // No customer pays for more years than there are (T5).
    constrain(.paidMonths, to: Domain(0...Self.longestService))
    constrain(.price, to: Domain(1...Int64.max, allowsAbsence: true))
    let isRetrying = state == .inBillingRetryPeriod
    box[lapse.elapsed] = isRetrying ? Domain(0...(Self.longestRetry - 1)) : .presence
    guard policies.lapseStart == .retryEnd else {
      box[lapse.age] = ages(of: state, policies.lapseStart)
      return [box]
    }
    // The lapse starts after the retry if billing failed, and else with the end of service.
    var failed = box
    failed[id(of: .expirationIntent)] = Domain(2...2)
    failed[lapse.age] = state == .subscribed || isRetrying ? .future : .presence
    failed[lapse.elapsed] =
      state == .subscribed
      ? Domain(Int64.min...(-Self.shortestRetry - 1)) : Domain(-Self.longestRetry...Int64.max)
    let others = Domain(.numbers(IntervalSet(2...2).complement), allowsAbsence: true)
    constrain(.expirationIntent, to: box[id(of: .expirationIntent)].intersection(others))
    box[lapse.age] = state == .subscribed ? .future : .past
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
  /// The ages of past instants, and the numbers of things.
  fileprivate static let past = Domain(0...Int64.max)
  fileprivate static let future = Domain(Int64.min...(-1))

  fileprivate static func bools(_ values: Bool...) -> Domain {
    Domain(.only(Set(values.map { .bool($0) })))
  }
}
