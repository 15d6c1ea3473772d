/// The verdict on one offer for one customer, with the rules that speak against it.
package struct OfferVerdict: Sendable, Hashable {
  /// The offer.
  package let key: OfferKey
  /// The verdict.
  package let verdict: Verdict
  /// The rules that do not hold, in their order; those that are undetermined where none fails.
  package let obstacles: [String]
}
