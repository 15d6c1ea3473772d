public import WinBack
public import WinBackAnalysis

/// How the customers of an offer change from one engine to another.
///
/// ```swift
/// #expect(engine.changes(from: live).compactMap(\.loss) == [])
/// ```
public struct AudienceChange: Sendable, Hashable {
  /// The subscription group.
  public let subscriptionGroupIdentifier: String

  /// The offer.
  public let offerId: String

  /// What changes.
  public let kind: ReachChange

  /// A customer who is eligible only after the change; nil if none is known.
  public let gain: Witness?

  /// A customer who is eligible only before the change; nil if none is known.
  public let loss: Witness?

  init(_ comparison: OfferComparison) {
    kind = comparison.change
    subscriptionGroupIdentifier = comparison.key.group
    offerId = comparison.key.offerId
    gain = comparison.gained
    loss = comparison.lost
  }
}

extension AudienceChange: CustomStringConvertible {
  /// The offer and what changes, on one line.
  public var description: String {
    "\(offerId) of \(subscriptionGroupIdentifier): \(kind.rawValue)"
  }
}

extension EligibilityEngine {
  /// Returns the offers that reach other customers than those of another engine, for all possible
  /// customers.
  ///
  /// - Parameter live: The engine of the catalog, rules and policies before the change.
  /// - Returns: The changes, in the order of groups and offers; without offers that reach the same
  ///   customers.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  public func changes(from live: EligibilityEngine) -> [AudienceChange] {
    CatalogComparison(from: live, to: self).offers().filter { $0.change != .same }
      .map { AudienceChange($0) }
  }
}
