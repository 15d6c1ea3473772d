/// How much a finding matters.
package enum LintSeverity: String, Sendable, Hashable, CaseIterable {
  /// The App Store refuses it, or it can do nothing.
  case error
  /// It is most likely not what was meant.
  case warning
  /// It may be meant; it is good to know.
  case note
}
