/// The service before an instant that does not count as paid months, and why (F7).
package struct UnpaidService: Sendable, Hashable {
  /// The paid months before a break, which do not belong to the most recent run.
  package let earlierMonths: Int

  /// The number of free periods that do not count (P4).
  package let free: Int

  /// The number of refunded periods that do not count (P5).
  package let refunded: Int
}
