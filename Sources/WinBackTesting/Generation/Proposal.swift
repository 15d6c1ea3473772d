package import CalendarTime

/// A customer at an instant who shows something that no scenario shows.
package struct Proposal: Sendable {
  /// The story of the customer.
  package let story: CustomerStory

  /// The instant.
  package let asOf: Instant
}
