package import CalendarTime

/// A customer who shows something: a history that has certain facts at an instant.
///
/// The engine has read these facts from the history; none is only believed.
package struct Witness: Sendable, Hashable {
  /// The history, with as few transactions as the facts need.
  package let history: CustomerHistory

  /// The instant at which the history has the facts.
  package let asOf: Instant

  /// The facts.
  package let facts: Assignment
}
