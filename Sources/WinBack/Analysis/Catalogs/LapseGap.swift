/// A time after the end of service in which a subscription has no offer, between times in which it has.
package struct LapseGap: Sendable {
  /// How long ago service ended, on the scale of `Age`.
  package let ages: ClosedRange<Int64>

  /// The offers that reach those who left a shorter time ago.
  package let before: [Audience]

  /// The offers that reach those who left a longer time ago.
  package let after: [Audience]
}
