import WinBack

/// All that can be said of one customer in one group at one instant, from either side, as lines.
///
/// Lines compare as a whole, and the ones that differ are the message of a failure.
struct Observation: Equatable {
  private(set) var lines: [String] = []

  /// What the engine says.
  init(_ decision: Decision) {
    let facts = decision.facts
    note("group", decision.subscriptionGroupIdentifier)
    note("state", facts.state?.rawValue)
    note("productId", facts.productId)
    note("lapsedAt", facts.lapsedAt?.iso8601)
    note("willAutoRenew", facts.willAutoRenew)
    note("hasSharedAccess", facts.hasSharedAccess)
    note("paidMonths", facts.paidMonths, facts.mostPaidMonths)
    note("lapsedAtEarliest", facts.lapsedAtEarliest?.iso8601)
    note("storefront", facts.storefront?.code)
    note("expirationIntent", facts.expirationIntent)
    note("eligible", decision.eligibleWinBackOfferIDs)
    note("undetermined", decision.undeterminedWinBackOfferIDs)
    note("changesAt", decision.changesAt?.iso8601)
    for period in decision.periods {
      note("\(period.kind.rawValue) period", period.start.iso8601, period.end.iso8601)
      note("its product and offer", period.productId, period.winBackOffer)
    }
    for offer in decision.offers {
      note("\(offer.offerId) verdict", offer.verdict.rawValue)
      for rule in offer.rules { note("\(offer.offerId) \(rule.id)", rule.outcome.bool) }
      note("\(offer.offerId) failed", offer.failedRules)
      note("\(offer.offerId) missing", offer.missingFacts)
      for window in offer.windows {
        note("\(offer.offerId) window", window.from.iso8601, window.through?.iso8601)
      }
      note("\(offer.offerId) changesAt", offer.changesAt?.iso8601)
    }
  }

  /// What the second reading says; the courses are those of the same group.
  init(_ answer: Reference.Answer, _ courses: [Reference.Course]) {
    let facts = answer.facts
    note("group", answer.group)
    note("state", facts.state?.rawValue)
    note("productId", facts.productId)
    note("lapsedAt", facts.lapsedAt?.value.map(Reference.text))
    note("willAutoRenew", facts.willAutoRenew)
    note("hasSharedAccess", facts.hasSharedAccess)
    note("paidMonths", facts.paidMonths.lowest, facts.paidMonths.highest)
    note("lapsedAtEarliest", facts.lapsedAt?.ends?.lowest.map(Reference.text))
    note("storefront", facts.storefront?.code)
    note("expirationIntent", facts.expirationIntent)
    note("eligible", answer.eligible)
    note("undetermined", answer.undetermined)
    note("changesAt", courses.compactMap { $0.change(after: facts.now) }.min().map(Reference.text))
    for period in facts.timeline.service {
      note("\(period.kind) period", Reference.text(period.start), Reference.text(period.end))
      note("its product and offer", period.productId, period.offerId)
    }
    for (offer, course) in zip(answer.offers, courses) {
      note("\(offer.offerId) verdict", offer.verdict.rawValue)
      for (rule, holds) in offer.outcomes { note("\(offer.offerId) \(rule.rawValue)", holds) }
      note("\(offer.offerId) failed", offer.failedRules)
      note("\(offer.offerId) missing", offer.missingFacts)
      for window in course.windows {
        note(
          "\(offer.offerId) window",
          Reference.text(window.from),
          window.through.map(Reference.text)
        )
      }
      note("\(offer.offerId) changesAt", course.change(after: facts.now).map(Reference.text))
    }
  }

  private mutating func note<each Value>(_ name: String, _ values: repeat (each Value)?) {
    var line = name + ":"
    for value in repeat each values { line += value.map { " \($0)" } ?? " -" }
    lines.append(line)
  }

  /// The lines of this side and of the other that the other side does not have.
  func differences(from other: Observation) -> String {
    let here = lines.filter { !other.lines.contains($0) }.map { "  here  \($0)" }
    let there = other.lines.filter { !lines.contains($0) }.map { "  there \($0)" }
    return (here + there).joined(separator: "\n")
  }
}
