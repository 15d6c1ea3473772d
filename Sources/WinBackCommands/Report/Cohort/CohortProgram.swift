import CalendarTime
import WinBack

/// What is asked of every customer of a cohort, made ready once.
struct CohortProgram: Sendable {
  /// The rules under another value of one policy.
  struct Alternative: Sendable {
    let policy: String
    let value: String
    let courses: CourseProgram
    /// The place among the engine's offers of each of these rules' offers.
    let offerIndices: [Int]
  }

  let engine: EligibilityEngine
  /// The instant that is asked about.
  let now: Instant
  /// The dates of which the audience is counted as well.
  let dates: AudienceDates
  let courses: CourseProgram
  let alternatives: [Alternative]
  /// The symbols of all of them.
  let symbols: SymbolTable

  /// Makes everything ready.
  init(_ engine: EligibilityEngine, asOf now: Instant, dates: AudienceDates) {
    self.engine = engine
    self.now = now
    self.dates = dates
    courses = CourseProgram(engine)
    var symbols = courses.symbols
    var alternatives: [Alternative] = []
    for (index, policy) in engine.rules.ruleSet.policies.enumerated() {
      let values = [policy.value] + policy.alternatives.map(\.value)
      for value in values where value != engine.policies.values[index] {
        let other = engine.replacing(policyAt: index, with: value)
        let courses = CourseProgram(other, symbols: symbols)
        symbols = courses.symbols
        alternatives.append(
          Alternative(
            policy: policy.name,
            value: value,
            courses: courses,
            offerIndices: other.offerIndices(in: engine)
          )
        )
      }
    }
    self.alternatives = alternatives
    self.symbols = symbols
  }

  /// A tally without anyone.
  var emptyTally: CohortTally {
    CohortTally(
      offerCount: engine.offerIds.count,
      ruleCount: engine.rules.ruleSet.rules.count,
      alternativeCount: alternatives.count
    )
  }
}
