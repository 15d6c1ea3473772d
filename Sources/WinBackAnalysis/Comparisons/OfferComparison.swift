/// How the reach of one offer changes.
package struct OfferComparison: Sendable, Hashable {
  package struct Edit: Sendable, Hashable {
    /// The attribute, as catalogs write it, or the policy.
    package let attribute: String
    /// The value before, as messages show it.
    package let from: String
    package let to: String

    package init(attribute: String, from: String, to: String) {
      self.attribute = attribute
      self.from = from
      self.to = to
    }
  }

  package let key: OfferKey

  /// Its terms after the change, or before it if the offer is gone.
  package let offer: SubscriptionOffer?
  package let change: ReachChange

  /// A customer who is eligible only after; nil if none is known.
  package let gained: Witness?

  /// Whether a customer is eligible only before.
  package let loss: Existence
  package let edits: [Edit]

  /// The rules that require something else of customers, in their order.
  package let changedRules: [String]

  /// Why it is not decided how the reach changes; nil if it is.
  package let doubt: String?

  package var lost: Witness? { loss.witness }
}

extension OfferComparison.Edit {
  /// Creates an edit; nil if both values are the same.
  package init?(_ attribute: String, from: String, to: String) {
    guard from != to else { return nil }
    self.init(attribute: attribute, from: from, to: to)
  }
}

/// The period and the regular prices of a subscription that differ.
package struct SubscriptionComparison: Sendable {
  package let productId: String
  package let edits: [OfferComparison.Edit]
}

/// Two offers whose order in the list has changed.
package struct OrderChange: Sendable {
  /// The offer that comes first now.
  package let first: OfferKey

  /// The offer that came first before.
  package let second: OfferKey

  /// A customer who is eligible for both; nil if none is known.
  package let witness: Witness?

  /// Whether the first offer has also passed others, which are omitted.
  package var hasMore: Bool = false
}

/// How the customers that an offer reaches have changed.
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
  /// It cannot be decided: a rule relates facts, or facts are read in another way.
  case undetermined
}
