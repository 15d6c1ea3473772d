package import CalendarTime

/// How long ago an instant is, on a scale of calendar months (T2).
///
/// An age of `2n` is `n` months exactly, and `2n + 1` lies between `n` and `n + 1` months. So every
/// comparison of the clock with the instant, moved by some months, is one of the age with an even
/// number. Ages of future instants are negative.
package enum Age {
  package static func age(of instant: Instant, at now: Instant) -> Int64 {
    var months = now.date.monthIndex &- instant.date.monthIndex
    while instant.adding(months: months) > now { months &-= 1 }
    return instant.adding(months: months) == now ? 2 &* months : 2 &* months &+ 1
  }

  /// Returns the instants, as milliseconds, whose age is in a set.
  ///
  /// - Returns: The instants. One interval of ages can give several: the last days of a month move
  ///   to the same day of a shorter month, each at its own time.
  package static func instants(aged ages: IntervalSet, at now: Instant) -> IntervalSet {
    ages.preimage { age in
      // No two instants are more months apart, so all greater ages give the same result.
      guard age > -limit else { return .all }
      guard age < limit else { return .none }
      let (months, rest) = age.flooredQuotientAndRemainder(dividingBy: 2)
      let latest = rest == 0 ? now.milliseconds : now.milliseconds &- 1
      return Step.months(months).preimage(of: IntervalSet(Int64.min...latest))
    }
  }

  private static let limit: Int64 = 1_000_000
}

/// The variables that represent an instant and how long ago it is.
///
/// A comparison of the clock with an instant relates two variables, which a box cannot express.
/// With the age of the instant as one more variable, the comparison constrains only that variable.
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
