import CEL
import WinBack

/// The first identifiers of some offers.
///
/// Messages about many offers would be too long if each named all the others.
package struct OfferNames: Sendable, Hashable {
  package static let limit = 10

  package let ids: [String]
  package let hasMore: Bool

  /// Keeps the first identifiers; there are more if `ids` has more than ``limit``.
  init(_ ids: [String]) {
    self.ids = Array(ids.prefix(Self.limit))
    hasMore = ids.count > Self.limit
  }

  init(_ offers: [Audience]) { self.init(offers.map { $0.key.offerId }) }

  /// The number of offers that are needed to make the names.
  static let needed = limit + 1

  var quoted: String {
    (ids.map { "'\($0)'" } + (hasMore ? ["others"] : [])).joined(separator: ", ")
  }

  /// The names in quotes as alternatives, such as `'a', 'b' or 'c'`.
  var quotedAlternatives: String { hasMore ? quoted : ids.quotedAlternatives }
}
