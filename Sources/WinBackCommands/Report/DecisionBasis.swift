import CalendarTime
import WinBack

/// By what a report was decided, for its last lines: rules, policies, and what nobody has validated.
struct DecisionBasis {
  private let sets: [(rules: RuleSet, values: [String])]
  private let now: Instant

  /// Creates the basis of a page, with the merchandiser if the page shows what the app shows.
  init(_ engine: EligibilityEngine, showing merchandiser: Merchandiser? = nil, asOf now: Instant) {
    var sets = [(rules: engine.rules.ruleSet, values: engine.policies.values)]
    if let merchandiser {
      let introductory = merchandiser.introductory
      sets += [
        (rules: introductory.rules.ruleSet, values: introductory.policies.values),
        (rules: merchandiser.rules.ruleSet, values: merchandiser.policies.values),
      ]
    }
    self.sets = sets
    self.now = now
  }

  /// The sentences.
  var sentences: [String] {
    [
      "Made by winback \(Version.current) from the \(noun) \(sets.map(\.rules.name).joined(separator: ", ")), "
        + "as of \(now).",
      policies,
      "WinBack computes these answers from what Apple publishes; the App Store's can differ.",
    ]
  }

  private var noun: String { sets.count == 1 ? "rule set" : "rule sets" }

  private var policies: String {
    let changed = sets.flatMap { set in
      zip(set.rules.policies, set.values).filter { $0.value != $1 }
    }
    guard !changed.isEmpty else { return "All policies have the values of the \(noun)." }
    return "Policies with other values than in the \(noun): "
      + changed.map { "\($0.name)=\($1)" }.joined(separator: ", ") + "."
  }
}
