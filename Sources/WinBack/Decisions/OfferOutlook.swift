package import CalendarTime

/// The result of one offer for one customer, in short; what is not asked for costs nothing.
package struct OfferOutlook: Sendable {
  private let engine: EligibilityEngine
  private let snapshot: Snapshot
  private let timeline: VerdictTimeline

  /// The place of the offer among the engine's.
  package let index: Int

  fileprivate init(
    _ engine: EligibilityEngine,
    offerAt index: Int,
    _ snapshot: Snapshot,
    _ timeline: VerdictTimeline
  ) {
    self.engine = engine
    self.index = index
    self.snapshot = snapshot
    self.timeline = timeline
  }

  /// Whether the customer is eligible for the offer.
  package var verdict: Verdict { timeline.verdict(at: snapshot.asOf) }

  /// The result of the rules.
  package var evaluation: OfferEvaluation { OfferEvaluation(engine, offerAt: index, snapshot) }

  /// The first rule that does not hold (R3); nil if none fails.
  package var firstFailedRule: String? {
    guard verdict == .ineligible else { return nil }
    let program = engine.programs[index]
    let evaluator = OfferEvaluator(program, snapshot)
    let failed = program.rules.firstIndex { evaluator.truth(of: $0) == .fails }
    return failed.map { engine.rules.ids[$0] }
  }

  /// The next instant at which the verdict changes; nil if it stays.
  package var changesAt: Instant? { timeline.change(after: snapshot.asOf) }

  /// The window that is open, else the next one; nil if there is none.
  package var window: Window? {
    timeline.windows.first { $0.through ?? .maximum >= snapshot.asOf }
  }

  /// The last instant of the window that is open; nil if none is or it never ends.
  package var eligibleThrough: Instant? {
    verdict == .eligible ? changesAt?.adding(milliseconds: -1) : nil
  }
}

extension EligibilityEngine {
  /// The offers in the order of the result, all groups together (R2).
  package var offerIds: [String] { programs.map(\.offer.offer.offerId) }

  /// The same offers with their places in the catalog.
  package var indexedOffers: [IndexedOffer] { programs.map(\.offer) }

  /// Returns the result of the offers of a customer's group, in the order of the result (R2).
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
    return zip(offerIndices(in: snapshot.group), timelines).map { index, timeline in
      OfferOutlook(self, offerAt: index, snapshot, timeline)
    }
  }
}
