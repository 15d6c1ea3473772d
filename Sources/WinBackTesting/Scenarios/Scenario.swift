/// A customer with a name, and the expected answers about the offers at some instants.
package struct Scenario: Sendable {
  package let name: String
  package let file: String

  /// The line of the file on which the scenario starts, from 1.
  package let line: Int

  package internal(set) var engine: EligibilityEngine
  package let setting: EngineSetting

  /// The rule sets of screens; nil if no expectation needs them.
  let screens: ScreenRules?

  /// The customer; nil if the story is impossible.
  package let customer: ScenarioCustomer?
  package let expectations: [Expectation]

  /// The errors against the catalog: unknown names, or an impossible story.
  package let faults: [FormatError]
}

/// The scenarios of a file, with the engine of those without policies of their own.
package struct ScenarioSuite: Sendable {
  package let file: String
  package let engine: EligibilityEngine
  package let setting: EngineSetting
  package let scenarios: [Scenario]
  package let errors: [ScenarioFile.Fault]

  /// The errors for what the file names and its scenarios do not run with.
  package let differences: [FormatError]

  /// Reads a scenario file and the files that it names, whose paths are relative to its own.
  package init(
    json bytes: ContiguousArray<UInt8>,
    file: String,
    _ library: inout ScenarioLibrary
  ) throws(ScenarioFile.Fault) {
    var reader: ScenarioReader
    do {
      let needsCatalog = library.overrides.catalog == nil
      reader = try ScenarioReader(bytes, file: file, needsCatalog: needsCatalog)
    } catch {
      throw ScenarioFile.Fault(file: file, error: error)
    }
    (reader.policies, differences) = try library.overrides.policies(of: reader)
    (engine, setting) = try library.engine(for: reader, reader.policies)
    self.file = file
    (scenarios, errors) = reader.scenarios(&library)
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
  package var subject: String
  package let expected: String
  package var found: String

  /// The offers whose reasons explain the difference.
  package var offers: [String] = []
}
