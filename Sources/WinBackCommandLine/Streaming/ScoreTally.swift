/// How many customers may have which offers; the numbers of blocks add up to those of the whole.
package struct ScoreTally: Sendable, Hashable {
  /// The lines of results, of which a customer has one for each group.
  package var results = 0
  /// The timelines for which some offer cannot be decided.
  package var undecided = 0
  /// How many customers may have each offer, by the offer's index in the engine.
  package var eligible: [Int]
  package var undetermined: [Int]

  package init(offerCount: Int) {
    eligible = Array(repeating: 0, count: offerCount)
    undetermined = Array(repeating: 0, count: offerCount)
  }

  package mutating func add(_ other: ScoreTally) {
    results += other.results
    undecided += other.undecided
    eligible.add(other.eligible)
    undetermined.add(other.undetermined)
  }

  package mutating func clear() { self = ScoreTally(offerCount: eligible.count) }
}

extension [Int] {
  /// Adds the numbers of another array of the same length.
  package mutating func add(_ other: [Int]) {
    for index in indices { self[index] += other[index] }
  }
}
