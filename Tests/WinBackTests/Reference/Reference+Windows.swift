import WinBack

extension Reference {
  /// The verdict on an offer from one instant until the next stretch begins.
  struct Stretch {
    let from: Milliseconds
    let verdict: Verdict
  }

  /// A stretch of time in which an offer is eligible, both ends included (R4).
  struct Window: Equatable {
    let from: Milliseconds
    /// Nil where it never ends.
    let through: Milliseconds?
  }
}

extension Reference.Timeline {
  typealias Milliseconds = Reference.Milliseconds

  /// Every instant at which the verdict on an offer could change, in order, by sheer enumeration.
  ///
  /// Between two events of the history only the clock moves, so that the instants which are counted
  /// from the facts there matter only there. Paid months grow between events too, but only while
  /// subscribed, when no offer is eligible or undetermined.
  func turningPoints(for candidates: [Reference.Candidate]) -> [Milliseconds] {
    var points: Set<Milliseconds> = []
    let events = events
    for (position, event) in events.enumerated() {
      points.insert(event)
      let next = position + 1 < events.count ? events[position + 1] : .max
      let facts = Reference.Facts(self, asOf: event)
      for candidate in candidates {
        for point in facts.countedInstants(for: candidate) where event < point && point < next {
          points.insert(point)
        }
      }
    }
    return points.sorted()
  }

  /// Every instant that the history names, and one before them all.
  private var events: [Milliseconds] {
    let purchases = owned + shared
    let renewals = history.renewalInfo.compactMap(\.gracePeriodExpiresDate)
    let events =
      purchases.map(\.purchased) + purchases.map(\.expires) + purchases.compactMap(\.revoked)
      + renewals.map(policies.instant(of:))
    return [.min / 1000] + Set(events).sorted()
  }

  /// The verdicts on an offer over all time, as they change.
  func course(
    of candidate: Reference.Candidate,
    at points: [(Milliseconds, Reference.Facts)]
  ) -> [Reference.Stretch] {
    var course: [Reference.Stretch] = []
    for (point, facts) in points {
      let verdict = facts.verdict(on: candidate)
      if course.last?.verdict != verdict {
        course.append(Reference.Stretch(from: point, verdict: verdict))
      }
    }
    return course
  }
}

extension [Reference.Stretch] {
  /// R4: the stretches that are eligible.
  var windows: [Reference.Window] {
    indices.filter { self[$0].verdict == .eligible }.map { index in
      let end = index + 1 < count ? self[index + 1].from - 1 : nil
      return Reference.Window(from: self[index].from, through: end)
    }
  }
}

extension Reference.Facts {
  /// The instants that rules compare the clock with, and the ones just after them.
  fileprivate func countedInstants(for candidate: Reference.Candidate) -> [Milliseconds] {
    let offer = candidate.offer
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    var instants = [policies.start(of: offer)]
    if let end = policies.dayAfterEnd(of: offer) { instants.append(end) }
    if let retryEnd { instants.append(retryEnd) }
    if let lapsedAt {
      for months in [lapse.minimum, lapse.maximum, lapse.maximum + 1] {
        instants.append(Reference.add(months: months, to: lapsedAt))
      }
    }
    if case .ended(let end) = redemption(of: offer.offerId),
      let wait = offer.customerEligibilityWaitBetweenOffersInMonths
    {
      instants.append(Reference.add(months: wait, to: end))
    }
    return instants + instants.map { $0 + 1 }
  }
}
