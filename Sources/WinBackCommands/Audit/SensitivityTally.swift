import WinBack

/// How many customers' lists depend on each policy.
struct SensitivityTally: Sendable {
  /// What one alternative changes.
  struct Count: Sendable {
    let alternative: Alternative<EligibilityEngine>
    /// How many customers' lists are other ones.
    var customers = 0
    /// How many offers they gain.
    var gained = 0
    /// How many offers they lose.
    var lost = 0
    /// The first of the customers.
    var samples: [String] = []
  }

  /// How many customers are named for an alternative.
  private static let sampleLimit = 3

  /// What each alternative changes.
  private(set) var counts: [Count]
  /// How many customers there are.
  private(set) var customers = 0
  /// How many customers' lists depend on any policy.
  private(set) var hinging = 0
  /// How many customers' lists depend on each policy, by its name.
  private(set) var hingingByPolicy: [String: Int] = [:]

  init(_ alternatives: [Alternative<EligibilityEngine>]) {
    counts = alternatives.map { Count(alternative: $0) }
  }

  /// Adds a customer; `name` returns what a sample is called.
  mutating func add(_ changes: [Sensitivity.Change], named name: () -> String) {
    customers += 1
    guard !changes.isEmpty else { return }
    hinging += 1
    for policy in Set(changes.map { counts[$0.alternative].alternative.policy }) {
      hingingByPolicy[policy, default: 0] += 1
    }
    for alternative in Set(changes.map(\.alternative)) {
      counts[alternative].customers += 1
      guard counts[alternative].samples.count < Self.sampleLimit else { continue }
      counts[alternative].samples.append(name())
    }
    for change in changes {
      counts[change.alternative].gained += change.gained
      counts[change.alternative].lost += change.lost
    }
  }

  /// Adds the customers of another tally, who come after these.
  mutating func add(_ other: SensitivityTally) {
    customers += other.customers
    hinging += other.hinging
    hingingByPolicy.merge(other.hingingByPolicy, uniquingKeysWith: +)
    for index in counts.indices {
      counts[index].customers += other.counts[index].customers
      counts[index].gained += other.counts[index].gained
      counts[index].lost += other.counts[index].lost
      let room = Self.sampleLimit - counts[index].samples.count
      counts[index].samples += other.counts[index].samples.prefix(room)
    }
  }
}
