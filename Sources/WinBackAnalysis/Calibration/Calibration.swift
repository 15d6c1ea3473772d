import CEL

/// Counts which assignments of policies explain the store's answers.
///
/// It counts customers with the same set of assignments together, so that the size depends on the
/// number of such sets, and not on the number of customers.
package struct Calibration: Sendable {
  /// The most bytes of sets that are kept, which give the customers for a difference.
  private static let byteLimit = 1 << 26

  package static let assignmentLimit = 1 << 17

  package let space: PolicySpace
  /// How many answers were compared.
  package private(set) var answers = 0
  /// How many agree under all assignments.
  package private(set) var always = 0
  /// How many agree under none.
  package private(set) var never = 0
  /// The customers whose answers the same assignments explain.
  private var classes: [BitSet: CohortComparison.Customers] = [:]
  /// The agreements of sets that are not kept, by the assignment.
  private var others: [Int]

  package init(_ space: PolicySpace) {
    self.space = space
    others = Array(repeating: 0, count: space.count)
  }

  package mutating func add(
    _ outcome: PolicyTrial.Outcome,
    _ agreement: BitSet,
    customer: String
  ) {
    answers += 1
    switch outcome {
    case .always(true): always += 1
    case .always(false): never += 1
    case .depends:
      let isKnown = classes[agreement] != nil
      guard isKnown || (classes.count + 1) * agreement.size <= Self.byteLimit else {
        agreement.forEach { others[$0] += 1 }
        return
      }
      classes[agreement, default: CohortComparison.Customers()].add(customer)
    }
  }

  /// Finds the assignments that explain the most answers.
  package func result() -> CalibrationResult {
    var agreements = others
    for index in agreements.indices { agreements[index] += always }
    for (set, known) in classes { set.forEach { agreements[$0] += known.count } }
    let most = agreements.max() ?? 0
    let best = agreements.indices.filter { agreements[$0] == most }
    // Of several best ones, the answer is the nearest to the current assumptions.
    let nearest = best.min { space.distance(of: $0) < space.distance(of: $1) } ?? 0
    let distances = agreements.indices.map { space.distance(of: $0, from: nearest) }
    return CalibrationResult(
      answers: answers,
      never: never,
      current: agreements.first ?? 0,
      most: most,
      best: best,
      nearest: nearest,
      policies: space.dimensions.indices.map { dimension in
        finding(on: dimension, nearest, agreements, distances)
      }
    )
  }

  private func finding(
    on dimension: Int,
    _ nearest: Int,
    _ agreements: [Int],
    _ distances: [Int]
  ) -> CalibrationResult.Finding {
    let policy = space.dimensions[dimension]
    let chosen = space.valueIndex(of: dimension, in: nearest)
    /// The assignment that explains the most with each value.
    var tops: [Int?] = Array(repeating: nil, count: policy.values.count)
    for (assignment, agreement) in agreements.enumerated() {
      let index = space.valueIndex(of: dimension, in: assignment)
      // Of equally good ones, the one nearest to the answer shows the effect of the value best.
      let isMore = tops[index].map { top in
        (agreements[top], distances[assignment]) < (agreement, distances[top])
      }
      if isMore ?? true { tops[index] = assignment }
    }
    return CalibrationResult.Finding(
      policy: policy.name,
      values: policy.values.indices.map { index in
        let top = tops[index] ?? nearest
        return CalibrationResult.Value(
          value: policy.values[index],
          agreement: agreements[top],
          isChosen: index == chosen,
          witnesses: witnesses(nearest, against: top)
        )
      }
    )
  }

  /// Returns customers whose answers one assignment explains and another does not.
  private func witnesses(_ assignment: Int, against other: Int) -> [String] {
    let telling = classes.filter { $0.key.contains(assignment) && !$0.key.contains(other) }
    let samples = telling.values.flatMap { $0.samples }.ordered().withoutRepeats
    return Array(samples.prefix(CohortComparison.Customers.sampleLimit))
  }
}

/// Which values of the policies explain the store's answers best.
package struct CalibrationResult: Sendable, Hashable {
  package struct Value: Sendable, Hashable {
    package let value: String
    /// The most answers that can be explained with the value, whatever the other policies are.
    package let agreement: Int
    /// Whether the value belongs to ``CalibrationResult/nearest``.
    package let isChosen: Bool
    /// A few customers whose answers contradict the value.
    package let witnesses: [String]
  }

  package struct Finding: Sendable, Hashable {
    package let policy: String
    package let values: [Value]

    package var chosen: Value? { values.first { $0.isChosen } }

    package var best: [String] {
      let most = values.map { $0.agreement }.max()
      return values.filter { $0.agreement == most }.map { $0.value }
    }

    package var isDecided: Bool { best.count == 1 }
  }

  package let answers: Int
  /// The number of answers that no assignment explains.
  package let never: Int
  /// The number of answers that the engine's own assignment explains.
  package let current: Int
  /// The number of answers that the best assignments explain.
  package let most: Int
  /// All assignments that explain the most answers.
  package let best: [Int]
  /// The best assignment that differs least from the engine's.
  package let nearest: Int
  package let policies: [Finding]

  /// Whether the undecided policies are independent: all combinations of their best values are
  /// equally good.
  package var isFree: Bool { best.count == policies.reduce(1) { $0 * $1.best.count } }
}
