import CEL
import WinBack

/// Identifiers of offers, the first ones of however many there are.
///
/// A message about each of many offers would be too long if it named all the others.
package struct OfferNames: Sendable, Hashable {
  /// How many are named at most.
  package static let limit = 10

  /// The first ones.
  package let ids: [String]
  package let hasMore: Bool

  /// Takes the first ones of some offers, of which one more than are named tells that there are more.
  init(_ ids: [String]) {
    self.ids = Array(ids.prefix(Self.limit))
    hasMore = ids.count > Self.limit
  }

  /// Takes the first ones of the offers of some audiences.
  init(_ offers: [Audience]) {
    self.init(offers.map { $0.key.offerId })
  }

  /// How many offers tell all that there is to know.
  static let needed = limit + 1

  var quoted: String {
    (ids.map { "'\($0)'" } + (hasMore ? ["others"] : [])).joined(separator: ", ")
  }

  /// The names in quotes, of which one is meant, such as `'a', 'b' or 'c'`.
  var quotedAlternatives: String { hasMore ? quoted : ids.quotedAlternatives }
}
