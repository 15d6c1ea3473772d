import CEL
import CalendarTime

/// Everything that there is to know about an attribute of offers: one of these is all that adds one.
package struct OfferAttribute: Sendable {
  /// From when on an attribute cannot be changed in App Store Connect.
  enum Lock: Sendable {
    case creation
    case start
  }

  /// The name, as catalogs write it.
  let name: String
  /// The type of its values in the rule language.
  let type: ValueType
  /// Whether an offer may do without it.
  var isOptional = false
  /// Whether an offer may be given another value before it starts: identity, price and product are
  /// fixed once an offer is created, so that no change of them is ever proposed.
  var isCriterion = false
  /// From when on it is locked; nil for never.
  let lock: Lock?
  /// The value for an offer, in the time zone of dates without a time; nil if it is absent.
  let value: @Sendable (IndexedOffer, UTCOffset) -> Value?
  /// Whether the catalog does not say the value.
  var isUnknown: @Sendable (WinBackOffer) -> Bool = { _ in false }
  /// The value as a message shows it.
  let text: @Sendable (WinBackOffer) -> String
}
