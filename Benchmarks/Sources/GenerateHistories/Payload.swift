/// Which keys transactions have, in which order, and how alike their values are.
enum Payload: String, CaseIterable {
  /// The keys of a decoded App Store Server API transaction, in Apple's order.
  case full
  /// Only the keys that eligibility depends on, as an export would project them.
  case trimmed
  /// Seven keys, and an eighth only where it says something: what a warehouse unloads, a row a
  /// transaction.
  case lean
  /// As `full`, in an order that differs from one object to the next.
  case shuffled
  /// As `full`, with objects and arrays under keys that no program knows.
  case nested
  /// As `full`, with more keys, and with values that differ from one object to the next.
  case varied

  /// Whether transactions have the keys that eligibility does not depend on.
  var hasAllKeys: Bool {
    self != .trimmed && self != .lean
  }
}
