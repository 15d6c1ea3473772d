package import CalendarTime

/// A period in which the customer has access without owning it, by Family Sharing for one (P2).
package struct SharedAccess: Sendable, Hashable {
  package var start: Instant
  package var end: Instant

  /// Returns whether the access lasts at an instant (F6).
  func contains(_ now: Instant) -> Bool {
    start <= now && now < end
  }
}
