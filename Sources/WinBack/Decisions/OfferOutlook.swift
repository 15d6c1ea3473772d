package import CalendarTime

/// What becomes of one offer for one customer, in short.
package struct OfferOutlook: Sendable {
  /// What became of the rules.
  package let evaluation: OfferEvaluation
  /// The instant that was asked about.
  let asOf: Instant
  /// The verdict over all time.
  let timeline: VerdictTimeline

  /// The next instant at which the verdict changes; nil where it stays.
  package var changesAt: Instant? { timeline.change(after: asOf) }

  /// The window that is open, else the next one; nil where there is none.
  package var window: Window? {
    timeline.windows.first { $0.through ?? .maximum >= asOf }
  }

  /// The last instant of the window that is open; nil where none is or it never ends.
  package var eligibleThrough: Instant? {
    evaluation.verdict == .eligible ? changesAt?.adding(milliseconds: -1) : nil
  }
}

extension EligibilityEngine {
  /// The offers in the order of the result, all groups together (R2).
  package var offerIds: [String] { programs.map(\.offer.offer.offerId) }

  /// The same offers with their places in the catalog.
  package var indexedOffers: [IndexedOffer] { programs.map(\.offer) }

  /// Returns what becomes of the offers of a customer's group, in the order of the result (R2).
  ///
  /// - Parameters:
  ///   - snapshot: The facts.
  ///   - evaluator: Asks the rules of this engine, at any instant.
  /// - Returns: The outlooks.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  package func outlooks(
    on snapshot: Snapshot,
    by evaluator: inout BatchEvaluator
  ) -> [OfferOutlook] {
    let timelines = verdictTimelines(of: snapshot.history, by: &evaluator)
    return zip(evaluations(of: snapshot), timelines).map { evaluation, timeline in
      OfferOutlook(evaluation: evaluation, asOf: snapshot.asOf, timeline: timeline)
    }
  }
}
