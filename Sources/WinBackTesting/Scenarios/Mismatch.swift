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
