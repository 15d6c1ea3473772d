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
