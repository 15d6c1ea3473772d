import WinBack
import WinBackFormats

/// The rule sets of what customers are shown, for scenarios that expect something of it.
struct ScreenRules: Sendable {
  let screens: CheckedRuleSet
  let introductory: CheckedRuleSet
  let policies: [String: String]

  /// Determines what customers of an engine are shown.
  func merchandiser(for engine: EligibilityEngine) throws(EngineError) -> Merchandiser {
    try Merchandiser(engine, rules: screens, introductory: introductory, policies: policies)
  }
}
