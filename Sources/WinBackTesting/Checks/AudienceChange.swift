public import CalendarTime
public import WinBack

/// How the customers of an offer change from one engine to another.
///
/// ```swift
/// #expect(engine.changes(from: live).compactMap(\.loss) == [])
/// ```
public struct AudienceChange: Sendable, Hashable {
  /// Which customers an offer reaches, compared with before.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The offer is new.
    case added
    /// The offer was removed.
    case removed
    /// It reaches the same customers, and more.
    case wider
    /// It reaches a part of the customers that it reached before.
    case narrower
    /// It reaches some new customers, and no longer reaches some others.
    case incomparable
    /// Whether it reaches others cannot be decided.
    case undetermined
  }

  /// A customer who can exist, and the instant at which the customer shows a change.
  public struct Example: Sendable, Hashable {
    /// What is known of the customer.
    public let history: CustomerHistory
    /// The instant.
    public let asOf: Instant

    init?(_ witness: Witness?) {
      guard let witness else { return nil }
      history = witness.history
      asOf = witness.asOf
    }
  }

  /// The subscription group.
  public let subscriptionGroupIdentifier: String

  /// The offer.
  public let offerId: String

  /// What changes.
  public let kind: Kind

  /// A customer who is eligible only after the change; nil if none is known.
  public let gain: Example?

  /// A customer who is eligible only before the change; nil if none is known.
  public let loss: Example?

  init?(_ comparison: OfferComparison) {
    guard let kind = Kind(rawValue: comparison.change.rawValue) else { return nil }
    self.kind = kind
    subscriptionGroupIdentifier = comparison.key.group
    offerId = comparison.key.offerId
    gain = Example(comparison.gained)
    loss = Example(comparison.lost)
  }
}

extension AudienceChange: CustomStringConvertible {
  /// The offer and what changes, in a line.
  public var description: String {
    "\(offerId) of \(subscriptionGroupIdentifier): \(kind.rawValue)"
  }
}

extension EligibilityEngine {
  /// Returns the offers that reach other customers than those of another engine, for all customers who can
  /// exist.
  ///
  /// - Parameter live: The engine of the catalog, rules and policies before the change.
  /// - Returns: The changes, in the order of groups and offers; none for an offer that reaches the same
  ///   customers.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  public func changes(from live: EligibilityEngine) -> [AudienceChange] {
    CatalogComparison(from: live, to: self).offers().compactMap { AudienceChange($0) }
  }
}
