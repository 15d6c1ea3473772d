import CalendarTime
import WinBack

/// What is asked of every customer of a cohort, made ready once.
struct CohortProgram: Sendable {
  let engine: EligibilityEngine
  /// The instant that is asked about.
  let now: Instant
  /// The dates of which the audience is counted as well.
  let dates: AudienceDates
  /// The rules at any instant.
  let batch: BatchProgram
  /// The policies on which lists may hang.
  let sensitivity: Sensitivity
  /// The symbols of all of them.
  var symbols: SymbolTable { sensitivity.symbols }

  /// Makes everything ready.
  init(_ engine: EligibilityEngine, asOf now: Instant, dates: AudienceDates) {
    self.engine = engine
    self.now = now
    self.dates = dates
    batch = BatchProgram(engine)
    sensitivity = Sensitivity(engine, symbols: batch.symbols)
  }

  /// A tally without anyone.
  var emptyTally: CohortTally {
    CohortTally(
      offerCount: engine.offerIds.count,
      ruleCount: engine.rules.ruleSet.rules.count,
      alternativeCount: sensitivity.alternatives.count
    )
  }
}
