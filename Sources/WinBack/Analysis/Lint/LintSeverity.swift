/// How much a finding matters.
package enum LintSeverity: String, Sendable, Hashable, CaseIterable {
  /// The App Store rejects it, or it has no effect.
  case error
  /// It is probably not intended.
  case warning
  /// It can be intended, and is good to know.
  case note
}
