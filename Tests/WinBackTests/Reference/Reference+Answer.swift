import CalendarTime
import WinBack

extension Reference {
  /// What the semantics say of one customer in one group.
  struct Answer {
    let group: String
    let facts: Facts
    /// The offers of the group, best first (R2).
    let offers: [OfferAnswer]

    var eligible: [String] { offers.filter { $0.verdict == .eligible }.map(\.offerId) }
    var undetermined: [String] { offers.filter { $0.verdict == .undetermined }.map(\.offerId) }

    /// The first instant after `now` at which the list of eligible offers is another one.
    var changesAt: Milliseconds? {
      let edges = offers.flatMap(\.windows).flatMap { [$0.from, $0.through.map { $0 + 1 }] }
      return edges.compactMap(\.self).filter { $0 > facts.now }.min()
    }
  }

  /// What the semantics say of one offer.
  struct OfferAnswer {
    let offerId: String
    let verdict: Verdict
    let failedRules: [String]
    let missingFacts: [String]
    let course: [Stretch]
    /// The first instant after `now` at which the verdict is another one.
    let changesAt: Milliseconds?

    /// R4.
    var windows: [Window] { course.windows }
  }

  /// Reads the semantics for a customer: an answer for each group, in their order (R5).
  static func answers(
    for history: CustomerHistory,
    in catalog: Catalog,
    _ policies: Policies = Policies(),
    asOf now: Milliseconds
  ) throws(Contradiction) -> [Answer] {
    try timelines(of: history, in: catalog, policies).map { timeline in
      let candidates = candidates(of: timeline.group, in: catalog)
      let points = timeline.turningPoints(for: candidates).map { point in
        (point, Facts(timeline, asOf: point))
      }
      let facts = Facts(timeline, asOf: now)
      let offers = candidates.map { candidate in
        let course = timeline.course(of: candidate, at: points)
        return OfferAnswer(
          offerId: candidate.offer.offerId,
          verdict: facts.verdict(on: candidate),
          failedRules: facts.failedRules(for: candidate),
          missingFacts: facts.missingFacts(for: candidate),
          course: course,
          changesAt: course.first { $0.from > now }?.from
        )
      }
      return Answer(group: timeline.group, facts: facts, offers: offers)
    }
  }

  /// R2: the offers of a group, best first.
  static func candidates(of group: String, in catalog: Catalog) -> [Candidate] {
    catalog.subscriptionGroups.filter { $0.id == group }
      .flatMap(\.subscriptions)
      .flatMap { subscription in
        subscription.winBackOffers.map {
          Candidate(productId: subscription.productId, offer: $0)
        }
      }
      .sorted { $0.isBetter(than: $1) }
  }
}
