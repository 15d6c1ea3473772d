public import CalendarTime

/// A period of service that a customer had, for pictures of a timeline.
public struct ServicePeriod: Sendable, Hashable {
  /// How the service was paid.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Paid (P6).
    case paid
    /// Free (P4).
    case free
    /// Refunded (P5).
    case refunded
    /// Bought by somebody else (P2).
    case shared
  }

  /// The first instant.
  public let start: Instant

  /// The first instant after the period.
  public let end: Instant

  /// How the service was paid.
  public let kind: Kind

  /// The product; nil for shared access.
  public let productId: String?

  /// The win-back offer that was redeemed with it.
  public let winBackOffer: String?
}
