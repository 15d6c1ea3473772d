package import WinBack
package import WinBackFormats

/// A customer with a name, and the expected answers about the offers at some instants.
package struct Scenario: Sendable {
  package let name: String
  package let file: String

  /// The line of the file on which the scenario starts, from 1.
  package let line: Int

  package private(set) var engine: EligibilityEngine
  package let setting: EngineSetting

  /// The rule sets of screens; nil if no expectation needs them.
  let screens: ScreenRules?

  /// The customer; nil if the story is impossible.
  package let customer: ScenarioCustomer?
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
  package struct Failure: Sendable {
    package let expectation: Expectation
    /// The differences; at least one.
    package let mismatches: [Mismatch]
    package let decisions: [Decision]

    package var explanations: [OfferDecision] {
      let asked = Set(mismatches.flatMap(\.offers))
      return decisions.flatMap(\.offers).filter { asked.contains($0.offerId) }
    }

    package var sentence: String {
      mismatches.map { "\($0.subject): expected \($0.expected), found \($0.found)" }
        .joined(separator: "; ")
    }
  }

  package let scenario: Scenario
  package let failures: [Failure]

  package var passed: Bool { failures.isEmpty && scenario.faults.isEmpty }
}

package struct Mismatch: Sendable, Hashable {
  /// What differs, such as `eligible` or `windows of basic_1m_free`.
  package let subject: String
  package let expected: String
  package let found: String

  /// The offers whose reasons explain the difference.
  package var offers: [String] = []
}
