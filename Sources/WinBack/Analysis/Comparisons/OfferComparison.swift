/// How one offer reaches others than before.
package struct OfferComparison: Sendable {
  /// Whom the offer reaches, against before.
  package enum Change: String, Sendable, Hashable, CaseIterable {
    /// It was not there.
    case added
    /// It is no longer there.
    case removed
    /// It reaches whom it reached.
    case same
    /// It reaches whom it reached, and more.
    case wider
    /// It reaches a part of whom it reached.
    case narrower
    /// It reaches some whom it did not, and does not reach some whom it did.
    case incomparable
    /// It cannot be told: a rule relates facts, or facts are read in another way.
    case undetermined
  }

  /// An attribute of an offer that has another value.
  package struct Edit: Sendable, Hashable {
    /// The attribute, as catalogs write it.
    package let attribute: String
    /// The value before, as messages show it.
    package let from: String
    /// The value after.
    package let to: String
  }

  /// The offer.
  package let key: OfferKey

  /// Whom the offer reaches, against before.
  package let change: Change

  /// Somebody who may have the offer only after; nil where nobody is known.
  package let gained: Witness?

  /// Somebody who may have the offer only before; nil where nobody is known.
  package let lost: Witness?

  /// The attributes that have another value.
  package let edits: [Edit]

  /// The rules that ask something else of customers, in their order.
  package let changedRules: [String]
}
