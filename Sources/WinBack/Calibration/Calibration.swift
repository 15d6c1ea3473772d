/// Adds up which assignments of policies explain the store's answers.
///
/// Customers with the same set of assignments are counted together, so that the size depends on how
/// many ways there are in which policies make a difference, not on the customers.
package struct Calibration: Sendable {
  /// How many bytes of sets are kept, from which the customers of a difference can be told.
  private static let byteLimit = 1 << 26

  /// How many customers are named for one set.
  private static let sampleLimit = 3

  /// The most assignments that are gone through.
  package static let assignmentLimit = 1 << 17

  /// The customers whose answers are explained by the same assignments.
  private struct Class: Sendable {
    var count = 0
    var samples: [String] = []

    mutating func add(_ customer: String) {
      count += 1
      if samples.count < Calibration.sampleLimit { samples.append(customer) }
    }
  }

  package let space: PolicySpace
  /// How many answers were compared.
  package private(set) var answers = 0
  /// How many agree under all assignments.
  package private(set) var always = 0
  /// How many agree under none.
  package private(set) var never = 0

  private var classes: [PolicySet: Class] = [:]
  /// The agreements of sets that are not kept.
  private var others: [Int]

  package init(_ space: PolicySpace) {
    self.space = space
    others = Array(repeating: 0, count: space.count)
  }

  /// Adds the outcome of a trial.
  package mutating func add(
    _ outcome: PolicyTrial.Outcome,
    _ agreement: PolicySet,
    customer: String
  ) {
    answers += 1
    switch outcome {
    case .always(true): always += 1
    case .always(false): never += 1
    case .depends:
      let isKnown = classes[agreement] != nil
      guard isKnown || (classes.count + 1) * agreement.size <= Self.byteLimit else {
        agreement.add(1, to: &others)
        return
      }
      classes[agreement, default: Class()].add(customer)
    }
  }

  /// Finds the assignments that explain the most answers.
  ///
  /// - Complexity: O(*a* · *c*) for *a* assignments and *c* sets of them.
  package func result() -> CalibrationResult {
    var agreements = others
    for index in agreements.indices { agreements[index] += always }
    for (set, known) in classes { set.add(known.count, to: &agreements) }
    let most = agreements.max() ?? 0
    let best = agreements.indices.filter { agreements[$0] == most }
    // Of those that explain as much, the one nearest to what is assumed already is the answer.
    let nearest = best.min { space.distance(of: $0) < space.distance(of: $1) } ?? 0
    let distances = agreements.indices.map { space.distance(between: $0, and: nearest) }
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
    let chosen = space.place(of: dimension, in: nearest)
    /// The assignment that explains the most with each value.
    var tops: [Int?] = Array(repeating: nil, count: policy.values.count)
    for (assignment, agreement) in agreements.enumerated() {
      let place = space.place(of: dimension, in: assignment)
      guard let top = tops[place] else {
        tops[place] = assignment
        continue
      }
      // Of equals, the one that is most like the answer shows best what the value itself does.
      let isMore = agreement > agreements[top]
      if isMore || (agreement == agreements[top] && distances[assignment] < distances[top]) {
        tops[place] = assignment
      }
    }
    return CalibrationResult.Finding(
      policy: policy.name,
      values: policy.values.indices.map { place in
        let top = tops[place] ?? nearest
        return CalibrationResult.Value(
          value: policy.values[place],
          agreement: agreements[top],
          isChosen: place == chosen,
          witnesses: witnesses(nearest, against: top)
        )
      }
    )
  }

  /// Returns customers whose answers one assignment explains and another does not.
  private func witnesses(_ assignment: Int, against other: Int) -> [String] {
    let telling = classes.filter { $0.key.contains(assignment) && !$0.key.contains(other) }
    return Array(telling.values.flatMap { $0.samples }.sorted().prefix(Self.sampleLimit))
  }
}
