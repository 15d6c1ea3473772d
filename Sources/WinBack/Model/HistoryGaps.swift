/// What the source of a history does not contain, so it is unknown and not absent (F12).
public struct HistoryGaps: OptionSet, Sendable, Hashable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The source does not say which offers were redeemed.
  public static let redemptions: HistoryGaps = HistoryGaps(rawValue: 1)

  /// The source does not reach back to the first purchase, so that paid months may be missing.
  public static let paidMonths: HistoryGaps = HistoryGaps(rawValue: 2)
}
