package import WinBack
package import WinBackFormats

/// A customer with a name, and the expected answers about the offers at some instants.
package struct Scenario: Sendable {
  package let name: String
  package let file: String

  /// The line of the file on which the scenario starts, from 1.
  package let line: Int

  /// The engine with the catalog, rules and policies that the scenario names.
  package private(set) var engine: EligibilityEngine
  package let setting: EngineSetting

  /// The rule sets of screens; nil if no expectation needs them.
  let screens: ScreenRules?

  /// The customer; nil if the story is impossible.
  package let customer: ScenarioCustomer?

  /// What is expected, in the order of the file.
  package let expectations: [Expectation]

  /// The errors against the catalog: unknown names, or an impossible story.
  package let faults: [FormatError]

  /// Returns the same scenario with another engine, whose catalog has the same identifiers.
  func with(_ engine: EligibilityEngine) -> Scenario {
    var scenario = self
    scenario.engine = engine
    return scenario
  }
}

package struct ScenarioResult: Sendable {
  /// An expectation that was not met.
  package struct Failure: Sendable {
    package let expectation: Expectation
    /// The differences; at least one.
    package let mismatches: [Mismatch]
    /// The decisions, group by group.
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

  package let scenario: Scenario

  /// The expectations that were not met, in the order of the file.
  package let failures: [Failure]

  /// Whether the scenario has no errors and all expectations were met.
  package var passed: Bool { failures.isEmpty && scenario.faults.isEmpty }
}

/// A difference between what was expected and what was found.
package struct Mismatch: Sendable, Hashable {
  /// What differs, such as `eligible` or `windows of basic_1m_free`.
  package let subject: String

  /// What was expected, in words.
  package let expected: String
  package let found: String

  /// The offers whose reasons explain the difference.
  package var offers: [String] = []
}
