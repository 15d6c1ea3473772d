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

  /// The end of the commitment that the period is a payment of, which no rule reads; nil without
  /// one.
  public let commitmentEnd: Instant?
}

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
