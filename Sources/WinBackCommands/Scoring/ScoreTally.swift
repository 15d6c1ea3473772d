/// How many customers may have which offers; the numbers of blocks add up to those of the whole.
struct ScoreTally: Sendable, Hashable {
  /// The lines of results, of which a customer has one for each group.
  var results = 0
  /// The timelines for which some offer cannot be decided.
  var undecided = 0
  /// How many customers may have each offer, by the offer's place in the engine.
  var eligible: [Int]
  /// For how many each offer cannot be decided.
  var undetermined: [Int]

  /// Creates a tally of nothing.
  init(offerCount: Int) {
    eligible = Array(repeating: 0, count: offerCount)
    undetermined = Array(repeating: 0, count: offerCount)
  }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: ScoreTally) {
    results += other.results
    undecided += other.undecided
    for index in eligible.indices {
      eligible[index] += other.eligible[index]
      undetermined[index] += other.undetermined[index]
    }
  }

  /// Sets all numbers to zero.
  mutating func clear() {
    self = ScoreTally(offerCount: eligible.count)
  }
}
