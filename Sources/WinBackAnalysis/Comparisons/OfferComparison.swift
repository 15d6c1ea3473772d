package import WinBack

/// How one offer reaches others than before.
package struct OfferComparison: Sendable {
  package struct Edit: Sendable, Hashable {
    /// The attribute, as catalogs write it.
    package let attribute: String
    /// The value before, as messages show it.
    package let from: String
    /// The value after.
    package let to: String

    package init(attribute: String, from: String, to: String) {
      self.attribute = attribute
      self.from = from
      self.to = to
    }
  }

  package let key: OfferKey

  /// Its terms after the change, or before it if the offer is gone.
  package let offer: WinBackOffer?

  /// Whom the offer reaches, against before.
  package let change: ReachChange

  /// Whether somebody may have the offer only after.
  package let gain: Existence

  /// Whether somebody may have the offer only before.
  package let loss: Existence
  package let edits: [Edit]

  /// The rules that ask something else of customers, in their order.
  package let changedRules: [String]

  /// Somebody who may have the offer only after; nil if nobody is known.
  package var gained: Witness? { gain.witness }

  /// Somebody who may have the offer only before; nil if nobody is known.
  package var lost: Witness? { loss.witness }
}

/// Two offers that have changed their places in the list.
package struct OrderChange: Sendable {
  /// The offer that comes first now.
  package let first: OfferKey

  /// The offer that came first before.
  package let second: OfferKey

  /// Somebody who may have both; nil if nobody is known.
  package let witness: Witness?

  /// Whether the offer that comes first now has passed others, too, which are not told.
  package var hasMore: Bool = false
}

/// Which customers an offer reaches, compared with before.
public enum ReachChange: String, Sendable, Hashable, CaseIterable {
  /// The offer is new.
  case added
  /// The offer was removed.
  case removed
  /// It reaches the same customers.
  case same
  /// It reaches the same customers, and more.
  case wider
  /// It reaches a part of the customers that it reached before.
  case narrower
  /// It reaches some new customers, and no longer reaches some others.
  case incomparable
  /// Whether it reaches others cannot be decided: a rule relates facts, or facts are read in another way.
  case undetermined
}
