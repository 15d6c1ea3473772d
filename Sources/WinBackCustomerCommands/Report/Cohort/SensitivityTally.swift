import WinBack
import WinBackAnalysis

/// How many timelines have another list of offers under each alternative of a policy.
struct SensitivityTally: Sendable {
  struct Count: Sendable {
    let alternative: Alternative<EligibilityEngine>
    var changing = 0
    /// How many timelines gain an offer, and how many lose one.
    var gaining = 0
    var losing = 0
  }

  private(set) var counts: [Count]

  init(_ alternatives: [Alternative<EligibilityEngine>]) {
    counts = alternatives.map { Count(alternative: $0) }
  }

  /// Adds the changes of a timeline; another order alone is no other list here.
  mutating func add(_ changes: some Sequence<Sensitivity.Change>) {
    for change in changes where change.gained + change.lost > 0 {
      counts[change.alternative].changing += 1
      counts[change.alternative].gaining += change.gained > 0 ? 1 : 0
      counts[change.alternative].losing += change.lost > 0 ? 1 : 0
    }
  }

  mutating func add(_ other: SensitivityTally) {
    for (index, count) in other.counts.enumerated() {
      counts[index].changing += count.changing
      counts[index].gaining += count.gaining
      counts[index].losing += count.losing
    }
  }
}
