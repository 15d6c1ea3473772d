package import WinBack

/// The result of a scenario.
package struct ScenarioResult: Sendable {
  /// An expectation that was not met.
  package struct Failure: Sendable {
    /// What was expected.
    package let expectation: Expectation
    /// The differences; at least one.
    package let mismatches: [Mismatch]
    /// The decisions that came, group by group.
    package let decisions: [Decision]
  }

  /// The scenario.
  package let scenario: Scenario

  /// The expectations that were not met, in the order of the file.
  package let failures: [Failure]

  /// Whether the scenario fits the catalog, and everything came as expected.
  package var passed: Bool { failures.isEmpty && scenario.faults.isEmpty }
}

/// A difference between what was expected and what came.
package struct Mismatch: Sendable, Hashable {
  /// What was looked at, such as `eligible` or `windows of basic_1m_free`.
  package let subject: String

  /// What was expected, as a person reads it.
  package let expected: String

  /// What came.
  package let found: String

  /// The offers whose reasons explain the difference.
  package let offers: [String]
}
