/// The variables that represent an instant and how long ago it is.
///
/// A comparison of the clock with an instant relates two variables, which no box can do. With the
/// age of the instant as a variable of its own, it constrains that one alone.
package struct AgedInstant: Sendable, Hashable {
  /// The instant itself, a timestamp.
  package let instant: VariableID

  /// Its ``Age``, an int; it is absent if the instant is.
  package let age: VariableID

  /// The time from the instant to the clock, a duration.
  package let elapsed: VariableID

  package init(instant: VariableID, age: VariableID, elapsed: VariableID) {
    self.instant = instant
    self.age = age
    self.elapsed = elapsed
  }
}
