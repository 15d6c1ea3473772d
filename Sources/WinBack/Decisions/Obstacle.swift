package import CalendarTime

/// What keeps an offer closed to a customer: the rules that fail, and until when each of them does.
package struct Obstacle: Sendable, Hashable {
  /// A rule that fails.
  package struct Failure: Sendable, Hashable {
    /// The result of the rule.
    package let rule: RuleOutcome

    /// The first later instant at which the rule does not fail any more; nil if it fails from then on.
    package let end: Instant?
  }

  /// The rules that fail as of the decision.
  package let failures: [Failure]

  /// The instant at which all of these have ended, and others fail; nil if the offer opens before, or
  /// if some of them do not end.
  package let next: Instant?

  /// The rules that fail then.
  package let nextFailures: [Failure]

  /// The facts that are not known when the verdict is next undecided.
  package let missing: [String]
}

/// Finds what keeps offers closed after an instant.
struct ObstacleFinder {
  let engine: EligibilityEngine
  let history: GroupHistory

  /// Returns the obstacles of offers to which the customer is not eligible.
  ///
  /// - Parameters:
  ///   - closed: The offers, each with its verdict over all time and its rules as of the instant.
  ///   - now: The instant.
  /// - Returns: The obstacle of each offer, in the same order.
  /// - Complexity: O(*b* · (*n* + *r*)) for *b* breakpoints, *n* transactions and *r* rules that fail.
  func obstacles(
    of closed: [(program: OfferProgram, timeline: VerdictTimeline, rules: [RuleOutcome])],
    asOf now: Instant
  ) -> [Obstacle] {
    let current = failures(of: closed.map { ($0.program, $0.rules, now) })
    let opening = closed.map { $0.timeline.nextOpening(after: now) }
    // Where each rule ends and the offer still does not open, others fail by then.
    let next = closed.indices.map { index -> (Instant, [RuleOutcome])? in
      guard opening[index] == nil else { return nil }
      var end = now
      for failure in current[index] {
        guard let last = failure.end else { return nil }
        end = max(end, last)
      }
      return (end, outcomes(of: closed[index].program, at: end))
    }
    let later = failures(
      of: closed.indices.map { index in
        (closed[index].program, next[index]?.1 ?? [], next[index]?.0 ?? now)
      }
    )
    return closed.indices.map { index in
      let (program, timeline, _) = closed[index]
      let undecided = opening[index].flatMap { timeline.verdicts[$0] == .undetermined ? $0 : nil }
      return Obstacle(
        failures: current[index],
        next: next[index]?.0,
        nextFailures: later[index],
        missing: undecided.map { outcomes(of: program, at: timeline.starts[$0]).missingFacts } ?? []
      )
    }
  }

  private func outcomes(of program: OfferProgram, at now: Instant) -> [RuleOutcome] {
    engine.outcomes(of: program, on: history.snapshot(asOf: now))
  }

  /// Returns the rules of each offer that fail at an instant, and until when they do.
  private func failures(
    of offers: [(program: OfferProgram, rules: [RuleOutcome], now: Instant)]
  ) -> [[Obstacle.Failure]] {
    let places = offers.flatMap { offer in
      offer.rules.indices.filter { offer.rules[$0].outcome == .fails }.map { (offer, $0) }
    }
    guard !places.isEmpty else { return offers.map { _ in [] } }
    // Each rule is followed as an offer that has no other.
    let alone = engine.deciding(
      by: places.map { offer, index in offer.program.asking(offer.program.rules[index]) }
    )
    var evaluator = alone.evaluator(for: history)
    var timelines = alone.verdictTimelines(
      of: history,
      by: &evaluator,
      from: places.map { $0.0.now }.min() ?? .minimum
    )[...]
    return offers.map { offer in
      offer.rules.filter { $0.outcome == .fails }.map { rule in
        Obstacle.Failure(rule: rule, end: timelines.popFirst()?.change(after: offer.now))
      }
    }
  }
}
