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

extension Shown: Comparable {
  /// Returns whether a screen comes before another: screens as an app asks for them, then products and
  /// offers in byte order.
  package static func < (lhs: Shown, rhs: Shown) -> Bool {
    lhs.sortKey.lexicographicallyPrecedes(rhs.sortKey) { $0.lexicographicallyPrecedes($1) }
  }

  private var sortKey: [[UInt8]] {
    let rank = Screen.allCases.firstIndex(of: screen) ?? 0
    return [[UInt8(clamping: rank)], Array((productId ?? "").utf8), Array((offerId ?? "").utf8)]
  }
}
