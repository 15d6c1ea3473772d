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

    /// The decisions on the offers whose reasons explain the differences.
    package var explanations: [OfferDecision] {
      let asked = Set(mismatches.flatMap(\.offers))
      return decisions.flatMap(\.offers).filter { asked.contains($0.offerId) }
    }

    /// The differences in one line.
    package var sentence: String {
      mismatches.map { "\($0.subject): expected \($0.expected), found \($0.found)" }
        .joined(separator: "; ")
    }
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
