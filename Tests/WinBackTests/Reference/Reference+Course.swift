import WinBack

extension Reference {
  /// What becomes of one offer for one customer over all time, past and future (R4).
  struct Course {
    /// The verdict from one instant until the next stretch begins.
    struct Stretch {
      let from: Milliseconds
      let verdict: Verdict
    }

    let group: String
    let offerId: String
    /// In order; two that follow each other differ.
    let stretches: [Stretch]

    /// R4: the maximal stretches of time in which the offer is eligible.
    var windows: [Window] {
      stretches.indices.filter { stretches[$0].verdict == .eligible }.map { index in
        let end = index + 1 < stretches.count ? stretches[index + 1].from - 1 : nil
        return Window(from: stretches[index].from, through: end)
      }
    }

    /// The first instant after another at which the verdict changes.
    func change(after instant: Milliseconds) -> Milliseconds? {
      stretches.first { $0.from > instant }?.from
    }
  }

  /// A stretch of time, both ends included.
  struct Window: Equatable {
    let from: Milliseconds
    /// Nil where it never ends.
    let through: Milliseconds?
  }

  /// The courses of all offers for a customer, one list for each group, best offer first.
  static func courses(
    for history: CustomerHistory,
    in catalog: Catalog,
    _ policies: Policies = Policies()
  ) throws(Contradiction) -> [[Course]] {
    try timelines(of: history, in: catalog, policies).map { timeline in
      let candidates = candidates(of: timeline.group, in: catalog)
      let moments = timeline.turningPoints(for: candidates).map { Facts(timeline, asOf: $0) }
      return candidates.map { candidate in
        var stretches: [Course.Stretch] = []
        for facts in moments {
          let verdict = facts.verdict(on: candidate)
          if stretches.last?.verdict != verdict {
            stretches.append(Course.Stretch(from: facts.now, verdict: verdict))
          }
        }
        return Course(group: timeline.group, offerId: candidate.offer.offerId, stretches: stretches)
      }
    }
  }
}

extension Reference.Timeline {
  typealias Milliseconds = Reference.Milliseconds

  /// Every instant at which a verdict could change, in order, by sheer enumeration.
  ///
  /// Between two events of the history only the clock moves, so that the instants which are counted
  /// from the facts there matter only there. Paid months grow between events too, but only while
  /// subscribed, when every verdict is `ineligible`.
  fileprivate func turningPoints(for candidates: [Reference.Candidate]) -> [Milliseconds] {
    var points: Set<Milliseconds> = []
    for (event, next) in zip(events, events.dropFirst() + [.max]) {
      points.insert(event)
      let facts = Reference.Facts(self, asOf: event)
      for point in candidates.flatMap(facts.countedInstants) where event < point && point < next {
        points.insert(point)
      }
    }
    return points.sorted()
  }

  /// The beginning of time (T5), and every instant that the history names.
  private var events: [Milliseconds] {
    let purchases = owned + shared
    let graces = history.renewalInfo.compactMap(\.gracePeriodExpiresDate)
    let named =
      purchases.flatMap { [$0.purchased, $0.expires] } + purchases.compactMap(\.revoked)
      + (graces + owned.compactMap(\.transaction.signedDate)).map(policies.instant)
    return [Reference.instant("0001-01-01")] + Set(named).sorted()
  }
}

extension Reference.Facts {
  /// The instants that rules compare the clock with, and the ones just after them.
  fileprivate func countedInstants(for candidate: Reference.Candidate) -> [Milliseconds] {
    let offer = candidate.offer
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    var instants = [policies.start(offer.startDate)]
    if let end = offer.endDate { instants.append(policies.dayAfter(end)) }
    if let retryEnd { instants.append(retryEnd) }
    if let lapsedAt = lapsedAt?.lowest {
      for months in [lapse.minimum, lapse.maximum, lapse.maximum + 1] {
        instants.append(Reference.add(months: months, to: lapsedAt))
      }
    }
    if let endedAt = redemption(of: offer).endedAt,
      let wait = offer.customerEligibilityWaitBetweenOffersInMonths
    {
      instants += [endedAt.lowest, endedAt.highest].compactMap(\.self).map {
        Reference.add(months: wait, to: $0)
      }
    }
    return instants + instants.map { $0 + 1 }
  }
}
