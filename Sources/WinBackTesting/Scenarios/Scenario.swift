package import WinBack
package import WinBackFormats

/// A customer with a name, and what is expected of the offers at some instants.
package struct Scenario: Sendable {
  /// The name, a sentence.
  package let name: String

  /// The path of the file.
  package let file: String

  /// The line of the file on which the scenario starts, from 1.
  package let line: Int

  /// The engine with the catalog, rules and policies that the scenario names.
  package let engine: EligibilityEngine

  /// What that engine is made of.
  package let setting: EngineSetting

  /// The rule sets of what customers are shown; nil if no expectation looks at it.
  let screens: ScreenRules?

  /// The customer; nil if the story cannot have happened.
  package let customer: ScenarioCustomer?

  /// What is expected, in the order of the file.
  package let expectations: [Expectation]

  /// What does not fit the catalog: names that it does not have, a story that cannot have happened.
  package let faults: [FormatError]
}
