/// How long one period of a subscription lasts, in the words of the App Store Connect API.
public struct SubscriptionPeriod: Sendable, Hashable, RawRepresentable {
  /// The name that the App Store Connect API uses, such as `ONE_MONTH`.
  public let rawValue: String

  /// Creates a period from its name in the App Store Connect API.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The names that the App Store Connect API knows.
  public static let known: [String] = [
    "ONE_WEEK", "ONE_MONTH", "TWO_MONTHS", "THREE_MONTHS", "SIX_MONTHS", "ONE_YEAR",
  ]
}
