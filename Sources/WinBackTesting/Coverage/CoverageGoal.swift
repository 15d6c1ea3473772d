import CEL

/// Something about one condition of an offer that scenarios should show.
struct CoverageGoal: Sendable {
  enum Kind: Sendable {
    case holds
    case fails
    /// The two sides of its comparison have this distance: the last step before it changes, or the
    /// first after.
    case edge(Edge)
  }

  /// The index of the offer among the engine's.
  let offer: Int
  let rule: Int

  /// The index of the condition among the remaining ones of the rule.
  let conjunct: Int

  /// The condition, or the part of it to show.
  let expression: Expression
  let kind: Kind

  /// A distance between the sides of a comparison just before or after it changes.
  struct Edge: Sendable {
    let comparison: Comparison
    /// Left minus right; in milliseconds for instants.
    let distance: Int64
    let holds: Bool

    static func edges(of comparison: Comparison) -> [Edge] {
      guard comparison.left.type == .int || comparison.left.type == .timestamp else { return [] }
      let distances: (holds: Int64, fails: Int64)
      switch comparison.operator {
      case .greaterOrEqual: distances = (0, -1)
      case .greater: distances = (1, 0)
      case .lessOrEqual: distances = (0, 1)
      case .less: distances = (-1, 0)
      case .equal, .notEqual, .in: return []
      }
      return [(distances.fails, false), (distances.holds, true)].map { distance, holds in
        Edge(comparison: comparison, distance: distance, holds: holds)
      }
    }
  }

  /// `alone` tells whether all other conditions of the offer must hold, so that this one decides.
  func isShown(by profile: OfferProfile, alone: Bool) -> Bool {
    if alone, !profile.holds(exceptRule: rule, conjunct: conjunct) { return false }
    switch kind {
    case .holds: return profile.truth(of: expression) == .holds
    case .fails: return profile.truths[rule][conjunct] == .fails
    case .edge(let edge):
      guard let left = profile.number(edge.comparison.left),
        let right = profile.number(edge.comparison.right)
      else { return false }
      return left.subtractingReportingOverflow(right) == (edge.distance, false)
    }
  }
}

/// All goals of an engine's offers, offer by offer and rule by rule.
///
/// Only the remaining conditions of a rule for an offer count: a wait that is not set requires
/// nothing.
struct CoverageGoals: Sendable {
  private(set) var all: [CoverageGoal] = []
  private var ranges: [Range<Int>] = []

  init(_ engine: EligibilityEngine) {
    for (offer, program) in engine.programs.enumerated() {
      let start = all.count
      for (rule, conjuncts) in program.rules.enumerated() {
        for (conjunct, condition) in conjuncts.enumerated() where condition.constant == nil {
          let kinds: [(Expression, CoverageGoal.Kind)] =
            condition.disjuncts.map { ($0, .holds) } + [(condition, .fails)]
            + condition.comparisons.flatMap { comparison in
              CoverageGoal.Edge.edges(of: comparison).map { (comparison.expression, .edge($0)) }
            }
          all += kinds.map { expression, kind in
            CoverageGoal(
              offer: offer,
              rule: rule,
              conjunct: conjunct,
              expression: expression,
              kind: kind
            )
          }
        }
      }
      ranges.append(start..<all.count)
    }
  }

  func indices(ofOffer offer: Int) -> Range<Int> { ranges[offer] }
}
