/// Which values of the policies explain the store's answers best.
package struct CalibrationResult: Sendable, Hashable {
  /// The result of one value of a policy.
  package struct Value: Sendable, Hashable {
    package let value: String
    /// The most answers that can be explained with the value, whatever the other policies are.
    package let agreement: Int
    /// Whether the value belongs to ``CalibrationResult/nearest``.
    package let isChosen: Bool
    /// Customers whose answers speak against the value, a few of them.
    package let witnesses: [String]
  }

  /// What is known of one policy.
  package struct Finding: Sendable, Hashable {
    package let policy: String
    package let values: [Value]

    /// The value of the answer.
    package var chosen: Value? { values.first { $0.isChosen } }

    /// The values that explain as much as any.
    package var best: [String] {
      let most = values.map { $0.agreement }.max()
      return values.filter { $0.agreement == most }.map { $0.value }
    }

    /// Whether the answers leave one value only.
    package var isDecided: Bool { best.count == 1 }
  }

  /// How many answers were compared.
  package let answers: Int
  /// How many no assignment explains.
  package let never: Int
  /// How many the engine's own assignment explains.
  package let current: Int
  /// How many the best assignments explain.
  package let most: Int
  /// The assignments that explain the most, all of them.
  package let best: [Int]
  /// The one of them that differs least from the engine's.
  package let nearest: Int
  /// What is known of each policy.
  package let policies: [Finding]

  /// Whether the undecided policies can be chosen one by one: any of their best values goes with any
  /// of the others'.
  package var isFree: Bool {
    best.count == policies.reduce(1) { $0 * $1.best.count }
  }
}
