public import CalendarTime

/// A range of time in which a customer is eligible for an offer (R4).
public struct Window: Sendable, Hashable {
  /// The first instant.
  public let from: Instant

  /// The last instant, which still belongs to the window; nil if it never ends.
  public let through: Instant?

  /// Creates a window.
  public init(from: Instant, through: Instant?) {
    self.from = from
    self.through = through
  }

  /// Returns whether an instant lies in the window.
  public func contains(_ instant: Instant) -> Bool {
    from <= instant && instant <= through ?? Instant.maximum
  }
}
