import CalendarTime
import WinBack

/// A customer about whom the store and we do not say the same.
struct AuditMismatch: Sendable {
  /// An offer that the store lists and we do not.
  struct Missing: Sendable {
    let offer: String
    let absence: OfferAbsence
  }

  let customerId: String
  let group: String
  let asOf: Instant
  /// What the store lists.
  let store: [String]
  /// What we list.
  let ours: [String]
  /// What the store lists and we do not.
  let missing: [Missing]
  /// What we list and the store does not.
  let extra: [String]
  /// The alternatives under which we list what the store does, by their places.
  let mendedBy: [Int]

  /// Whether only the order is another one.
  var isOfOrder: Bool { missing.isEmpty && extra.isEmpty }
}
