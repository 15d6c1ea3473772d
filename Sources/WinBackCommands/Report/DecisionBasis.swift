import CalendarTime
import WinBack

/// By what a report was decided, for its last lines: rules, policies, and what nobody has validated.
struct DecisionBasis {
  private let ruleSet: RuleSet
  private let values: [String]
  private let now: Instant

  init(_ engine: EligibilityEngine, asOf now: Instant) {
    ruleSet = engine.rules.ruleSet
    values = engine.policies.values
    self.now = now
  }

  /// The sentences.
  var sentences: [String] {
    [
      "Made by winback \(Version.current) from the rule set \(ruleSet.name), as of \(now).",
      policies,
      "These are computed answers, made from what Apple publishes; the App Store's own may differ.",
    ]
  }

  private var policies: String {
    let changed = zip(ruleSet.policies, values).filter { $0.value != $1 }
    guard !changed.isEmpty else { return "All policies have the values of the rule set." }
    return "Policies set otherwise than in the rule set: "
      + changed.map { "\($0.name)=\($1)" }.joined(separator: ", ") + "."
  }
}
