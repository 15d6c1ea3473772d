/// What is shown, in short.
package struct Shown: Sendable, Hashable {
  /// What is shown.
  package let screen: Screen
  /// The product of the offer that is shown.
  package var productId: String?
  /// The win-back offer that is shown.
  package var offerId: String?

  /// What cannot be decided.
  static let undetermined = Shown(screen: .undetermined)
}
