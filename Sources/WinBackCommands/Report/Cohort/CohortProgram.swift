import CalendarTime
import WinBack

/// The questions about every customer of a cohort, prepared once.
struct CohortProgram: Sendable {
  let merchandiser: Merchandiser
  /// The instant of the question.
  let now: Instant
  /// The dates of which the audience is counted as well.
  let dates: AudienceDates
  /// The rules at the instant of the question.
  let atInstant: BatchProgram
  /// The rules at any instant.
  let atAnyInstant: BatchProgram
  /// Decides what customers see.
  let screens: MerchandisingBatch
  /// The policies that lists can depend on.
  let sensitivity: Sensitivity
  /// Decides which win-back offers customers may have.
  var engine: EligibilityEngine { merchandiser.winBack }
  /// The symbols of all of them.
  var symbols: SymbolTable { engine.index.symbols }

  /// Makes everything ready.
  init(_ merchandiser: Merchandiser, asOf now: Instant, dates: AudienceDates) {
    self.merchandiser = merchandiser
    self.now = now
    self.dates = dates
    let engine = merchandiser.winBack
    atInstant = BatchProgram(engine, at: now, asksEachRule: true)
    atAnyInstant = BatchProgram(engine)
    screens = MerchandisingBatch(merchandiser, at: now)
    sensitivity = Sensitivity(engine, at: now)
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
