/// A range of whole months, both ends included.
public struct MonthRange: Sendable, Hashable {
  /// The fewest months.
  public var minimum: Int

  /// The most months.
  ///
  /// A maximum below the minimum is not an error here: such an offer reaches nobody (R3).
  public var maximum: Int

  /// Creates a range of months.
  public init(minimum: Int, maximum: Int) {
    self.minimum = minimum
    self.maximum = maximum
  }
}
