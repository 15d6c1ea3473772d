public import WinBackAnalysis

/// How the customers of an offer, and its terms, change from one engine to another.
///
/// ```swift
/// #expect(engine.changes(from: live).compactMap(\.loss) == [])
/// ```
public struct AudienceChange: Sendable, Hashable {
  /// The subscription group.
  public var subscriptionGroupIdentifier: String { comparison.key.group }

  /// The offer.
  public var offerId: String { comparison.key.offerId }

  /// What changes.
  public var kind: ReachChange { comparison.change }

  /// A customer who is eligible only after the change; nil if none is known.
  public var gain: Witness? { comparison.gained }

  /// A customer who is eligible only before the change; nil if none is known.
  public var loss: Witness? { comparison.lost }

  /// What changes of the price, the mode, the length and the wait, a phrase each.
  public var terms: [String] { comparison.terms }

  fileprivate let comparison: OfferComparison
  fileprivate let lines: [String]
}

extension AudienceChange: CustomStringConvertible {
  /// The offer and what changes, as `winback compare` prints it.
  public var description: String {
    (["\(kind.mark) \(offerId): \(kind.phrase)"] + lines.map { "    \($0)" })
      .joined(separator: "\n")
  }
}

extension EligibilityEngine {
  /// Returns the offers that reach other customers than those of another engine, for all possible
  /// customers, and those with other attributes, such as a price.
  ///
  /// - Parameter live: The engine of the catalog, rules and policies before the change.
  /// - Returns: The changes, in the order of groups and offers.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  public func changes(from live: EligibilityEngine) -> [AudienceChange] {
    let comparison = CatalogComparison(from: live, to: self)
    return comparison.offers().filter { $0.change != .same || !$0.edits.isEmpty }
      .map { AudienceChange(comparison: $0, lines: $0.lines(in: comparison)) }
  }
}
