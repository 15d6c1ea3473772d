public import CalendarTime

/// A period after the end of service in which the App Store still tries to bill, for pictures of a
/// timeline.
public struct RecoveryPeriod: Sendable, Hashable {
  /// Whether the customer has service meanwhile.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The customer has service (F4).
    case gracePeriod
    /// The customer has no service (F4).
    case billingRetry
  }

  /// The first instant.
  public let start: Instant

  /// The first instant after the period.
  public let end: Instant

  /// Whether the customer has service meanwhile.
  public let kind: Kind
}
