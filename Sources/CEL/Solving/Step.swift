internal import CalendarTime

/// One operation on the way from a variable to a value that depends on it, with numbers for values.
///
/// An instant is its milliseconds since 1970, a duration its milliseconds, an int itself.
enum Step: Sendable, Hashable {
  /// Adds a number to the variable, or subtracts the variable from it if it is mirrored.
  ///
  /// The operation fails if the result is not in a set.
  case move(isMirrored: Bool, by: Int128, into: IntervalSet)

  /// Adds calendar months to an instant (T2).
  case months(Int64)

  /// Converts an instant to whole seconds, rounded down.
  case seconds

  /// Returns the numbers for which the step has a result in a set.
  func preimage(of set: IntervalSet) -> IntervalSet {
    switch self {
    case .move(let isMirrored, let distance, let results):
      let set = set.intersection(results)
      return isMirrored ? set.mirrored(at: distance) : set.moved(by: -distance)
    case .months(let months):
      return set.preimage { Self.instants(reaching: $0, after: months) }
    case .seconds:
      return set.flatMap { interval in
        IntervalSet(
          Int128(interval.lowerBound) * 1000,
          through: Int128(interval.upperBound) * 1000 + 999
        )
      }
    }
  }

  /// Returns the range between the numbers that the step makes of the ends of a range; nil if it can
  /// fail.
  func image(of range: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    switch self {
    case .move(let isMirrored, let distance, let results):
      let (lower, upper) = (Int128(range.lowerBound), Int128(range.upperBound))
      guard let first = Int64(exactly: isMirrored ? distance - upper : distance + lower),
        let last = Int64(exactly: isMirrored ? distance - lower : distance + upper)
      else { return nil }
      let image = IntervalSet(first...last)
      return image.intersection(results) == image ? first...last : nil
    case .months(let months):
      // The ends decide (F14), although a few hours later in a long month can be earlier in a short one.
      let first = Instant(milliseconds: range.lowerBound).adding(months: months)
      let last = Instant(milliseconds: range.upperBound).adding(months: months)
      return first.milliseconds...max(first, last).milliseconds
    case .seconds:
      let first = range.lowerBound.flooredQuotientAndRemainder(dividingBy: 1000).quotient
      let last = range.upperBound.flooredQuotientAndRemainder(dividingBy: 1000).quotient
      return first...last
    }
  }

  /// Returns one step that is equal to this step and then another; nil if there is none.
  func followed(by next: Step) -> Step? {
    guard case .move(let isMirrored, let distance, let results) = self,
      case .move(let isNextMirrored, let nextDistance, let nextResults) = next
    else { return nil }
    let moved =
      isNextMirrored ? results.mirrored(at: nextDistance) : results.moved(by: nextDistance)
    return .move(
      isMirrored: isMirrored != isNextMirrored,
      by: isNextMirrored ? nextDistance - distance : nextDistance + distance,
      into: moved.intersection(nextResults)
    )
  }

  /// Returns the instants that are at a bound or later when months are added to them.
  ///
  /// This is not one interval. January 28 at noon and one month is February 28 at noon, and so is
  /// January 31 at noon; but January 29 at midnight and one month is February 28 at midnight, which
  /// is earlier. So if a month is longer than its counterpart, each of its last days begins again
  /// before the bound. Within a day, months move all instants by the same distance.
  private static func instants(reaching bound: Int64, after months: Int64) -> IntervalSet {
    guard bound > .min else { return .all }
    let back = months == .min ? .max : -months
    let first = Instant(milliseconds: bound).adding(months: back)
    // The next three days of the month have counterparts of their own, so that all is later.
    if first.date.day <= 25, first.adding(months: months).milliseconds == bound {
      return IntervalSet(first.milliseconds...Int64.max)
    }
    let firstDay = first.daysSinceEpoch
    // At most three days of the longer month have no counterpart of their own; then all is later.
    let lastDay = firstDay + 3
    var set = IntervalSet(
      Int128(lastDay + 1) * Int128(Instant.millisecondsPerDay),
      through: Int128(Int64.max)
    )
    for day in firstDay...lastDay {
      let start = Instant(daysSinceEpoch: day, timeOfDay: 0).milliseconds
      let end = Instant(daysSinceEpoch: day, timeOfDay: Instant.millisecondsPerDay - 1).milliseconds
      let movedStart = Instant(milliseconds: start).adding(months: months).milliseconds
      let movedEnd = Instant(milliseconds: end).adding(months: months).milliseconds
      // A start that would be before the first instant does not have the full distance.
      let distance =
        movedStart > .min ? Int128(movedStart) - Int128(start) : Int128(movedEnd) - Int128(end)
      let reached = IntervalSet(max(Int128(start), Int128(bound) - distance), through: Int128(end))
      set = set.union(reached)
    }
    return set
  }
}

extension IntervalSet {
  fileprivate func flatMap(_ transform: (ClosedRange<Int64>) -> IntervalSet) -> IntervalSet {
    intervals.reduce(.none) { $0.union(transform($1)) }
  }

  /// Returns the integers that an operation takes into the set; `reaching` returns those that it
  /// takes to a number or above.
  func preimage(_ reaching: (Int64) -> IntervalSet) -> IntervalSet {
    flatMap { interval in
      let above = reaching(interval.lowerBound)
      guard interval.upperBound < .max else { return above }
      return above.subtracting(reaching(interval.upperBound + 1))
    }
  }

  /// Returns the set with a number added to each integer, without those beyond 64 bits.
  fileprivate func moved(by distance: Int128) -> IntervalSet {
    flatMap { interval in
      IntervalSet(
        Int128(interval.lowerBound) + distance,
        through: Int128(interval.upperBound) + distance
      )
    }
  }

  /// Returns the set with each integer subtracted from a number, without those beyond 64 bits.
  package func mirrored(at center: Int128) -> IntervalSet {
    flatMap { interval in
      IntervalSet(
        center - Int128(interval.upperBound),
        through: center - Int128(interval.lowerBound)
      )
    }
  }
}
