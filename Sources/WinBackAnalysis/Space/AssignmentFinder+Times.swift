import CEL

extension AssignmentFinder {
  /// Returns an assignment with the instants of a box at an instant of the clock; nil if there are
  /// none, exactly.
  ///
  /// `template` has the other facts, and `redeemed` are the redeemed offers of the box; `rest` is
  /// the least time of service after each.
  func assignment(
    _ template: Assignment,
    redeeming redeemed: [OfferKey],
    in box: Box,
    at now: Instant,
    _ rest: Int64
  ) -> Assignment? {
    var assignment = template
    assignment.now = now
    guard !space.allowsAbsence(of: space.lapse, in: box) else {
      // A customer who never subscribed has redeemed nothing (F11).
      return redeemed.isEmpty ? adding(space.otherMoments(in: box), to: assignment, in: box) : nil
    }
    // F9: an offer's period ends with service or before it; under one policy it is the end of
    // service.
    let waitsFromEnd = policies.waitStart == .subscriptionEnd
    let delay = lapseDelay(in: box) + rest
    var ends = instants(of: space.lapse, in: box, at: now)
    var redemptions: [IntervalSet] = []
    for offer in redeemed {
      let instants = instants(of: space.redemption(of: offer), in: box, at: now)
      guard let earliest = instants.intervals.first?.lowerBound else { return nil }
      let end = Instant(milliseconds: earliest).adding(milliseconds: delay)
      ends = ends.intersection(waitsFromEnd ? instants : IntervalSet(end.milliseconds...Int64.max))
      redemptions.append(instants)
    }
    guard let end = plainInstant(in: ends, ages: ages(of: space.lapse, in: box), at: now) else {
      return nil
    }
    assignment.lapsedAt = end
    let latest = end.adding(milliseconds: -delay).milliseconds
    for (offer, instants) in zip(redeemed, redemptions) {
      let count = box[space.redemptionCount(of: offer)].numbers
        .intersection(IntervalSet(1...Int64.max)).intervals.first?.lowerBound
      guard let count else { return nil }
      if count > 1 { assignment.redemptionCounts[offer.offerId] = count }
      let possible =
        waitsFromEnd
        ? IntervalSet(end.milliseconds...end.milliseconds)
        : instants.intersection(IntervalSet(Int64.min...latest))
      let ages = ages(of: space.redemption(of: offer), in: box)
      assignment.redemptions[offer.offerId] = plainInstant(in: possible, ages: ages, at: now)
    }
    return adding(space.otherMoments(in: box), to: assignment, in: box)
  }

  /// Returns the assignment with some moments at instants of the box; nil if there are none.
  private func adding(
    _ moments: [CustomerMoment],
    to assignment: Assignment,
    in box: Box
  ) -> Assignment? {
    var assignment = assignment
    let now = assignment.now
    for moment in moments {
      let aged = space.aged(moment)
      guard !space.allowsAbsence(of: aged, in: box) else { continue }
      // No purchase is refunded in the future, nobody redeems an offer after the end of service, and
      // nobody pays for months before the first purchase.
      let end = assignment.lapsedAt.map { min($0.adding(milliseconds: -1), now) }
      let last: Instant? =
        switch moment {
        case .fact(.lastRefundAt): now
        case .fact(.lastRedemptionAt), .fact(.lastPromotionalOfferAt): end
        case .fact(.secondLastRedemptionAt):
          (assignment.counts[.lastRedemptionAt]?.ordinal.map(Instant.init(milliseconds:)) ?? end)?
            .adding(milliseconds: -1)
        case .fact(.firstPurchaseDate):
          assignment.lapsedAt.map { min($0, now).adding(months: -assignment.paidMonths) }
        default: Instant.maximum
        }
      guard let last else { return nil }
      let possible = instants(of: aged, in: box, at: now)
        .intersection(IntervalSet(Int64.min...last.milliseconds))
      guard let instant = plainInstant(in: possible, ages: ages(of: aged, in: box), at: now) else {
        return nil
      }
      switch moment {
      case .fact(let fact): assignment.counts[fact] = .timestamp(instant)
      case .attribute(let name): assignment.attributes[name] = .timestamp(instant)
      case .lapse, .redemption: break
      }
    }
    return assignment
  }

  /// Returns the least time from the end of service to the start of the lapse (F2).
  private func lapseDelay(in box: Box) -> Int64 {
    let intent = box[space.id(of: .expirationIntent)]
    let isBillingError = !intent.allowsAbsence && intent.numbers == IntervalSet(2...2)
    return policies.lapseStart == .retryEnd && isBillingError ? CustomerSpace.shortestRetry : 0
  }

  /// Returns whether ages agree, as far as this is known without a clock: a redemption is before
  /// the end of service, so its age is not less than that of the lapse.
  ///
  /// Its age can be less by one step and a bit. January 30 at 12:00 and January 31 at 08:00 are
  /// both a month before February 28, and there the earlier one comes later.
  func agesAgree(in box: Box) -> Bool {
    let lapse = ages(of: space.lapse, in: box)
    guard let youngest = lapse.intervals.first?.lowerBound else { return true }
    guard youngest > .min + 4 else { return true }
    let bound = 2 * youngest.flooredQuotientAndRemainder(dividingBy: 2).quotient - 1
    return redeemedOffers(in: box).allSatisfy { offer in
      let ages = ages(of: space.redemption(of: offer), in: box)
      if policies.waitStart == .subscriptionEnd { return !ages.intersection(lapse).isEmpty }
      return ages.intervals.last.map { $0.upperBound >= bound } ?? false
    }
  }

  /// The offers of the group that customers in a box must have redeemed, sorted.
  func redeemedOffers(in box: Box) -> [OfferKey] {
    space.requiredRedemptions(in: box).filter { $0.group == group }
  }

  private func ages(of aged: AgedInstant, in box: Box) -> IntervalSet { box[aged.age].numbers }

  private func instants(of aged: AgedInstant, in box: Box, at now: Instant) -> IntervalSet {
    let valid = IntervalSet(Instant.minimum.milliseconds...Instant.maximum.milliseconds)
    let instants = Age.instants(aged: ages(of: aged, in: box), at: now)
      .intersection(box[aged.instant].numbers)
      .intersection(valid)
    let elapsed = box[aged.elapsed].numbers
    return elapsed == .all
      ? instants : instants.intersection(elapsed.mirrored(at: Int128(now.milliseconds)))
  }

  /// Returns the simplest instant of a set: whole months ago, else the start of a day.
  private func plainInstant(
    in instants: IntervalSet,
    ages: IntervalSet,
    at now: Instant
  ) -> Instant? {
    for interval in ages.intervals where interval.upperBound > -1_000 {
      let least = max(interval.lowerBound, -24)
      let months = (least + 1).flooredQuotientAndRemainder(dividingBy: 2).quotient
      for candidate in [months, months + 1, months - 1] {
        for days in [0, 14, -14, 1, -1] as [Int64] {
          let instant = now.adding(months: -candidate)
            .adding(milliseconds: -days * Instant.millisecondsPerDay)
          if instants.contains(instant.milliseconds) { return instant }
        }
      }
    }
    for interval in instants.intervals.reversed() {
      let day = Instant(Instant(milliseconds: interval.upperBound).date)
      if interval.contains(day.milliseconds) { return day }
    }
    return instants.intervals.last.map { Instant(milliseconds: $0.upperBound) }
  }
}

extension WinBackOffer {
  /// Returns the instants from which the wait can be counted (F9), in milliseconds: those of a
  /// redemption between the start of the offer and the end of its last day.
  func redemptions(_ policies: FactPolicies) -> IntervalSet {
    let start = startDate.start(at: policies.timeZone).milliseconds
    let last = endDate.map { $0.endOfDay(at: policies.timeZone).adding(milliseconds: -1) }
    // A period of service has a length.
    let (least, most): (Int64, Instant?) =
      switch policies.waitStart {
      case .offerPeriodEnd: (start + 1, last.map { self.end(from: $0) })
      case .redemption: (start, last)
      case .subscriptionEnd: (start + 1, nil)
      }
    let latest = most?.milliseconds ?? .max
    return least <= latest ? IntervalSet(least...latest) : .none
  }
}

extension Domain {
  /// Creates the domain of some numbers.
  package init(_ numbers: ClosedRange<Int64>, allowsAbsence: Bool = false) {
    self.init(.numbers(IntervalSet(numbers)), allowsAbsence: allowsAbsence)
  }

  /// The numbers of the domain; all if it is not of numbers.
  var numbers: IntervalSet {
    switch values {
    case .numbers(let numbers): numbers
    case .except: .all
    case .only(let values): values.isEmpty ? .none : .all
    }
  }
}
