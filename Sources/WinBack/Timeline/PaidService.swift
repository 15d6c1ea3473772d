package import CalendarTime

/// The paid service that counts at an instant, as a sum of segments (F7).
package struct PaidService: Sendable, Hashable {
  /// The months of the segments that have ended.
  private var months: Int64 = 0
  /// The length of those segments beyond their whole months, in milliseconds.
  private var remainder: Int64 = 0
  /// The length of those segments, in milliseconds.
  private var length: Int64 = 0
  /// The start of the segment that still continues.
  package private(set) var openSince: Instant?

  /// Periods of paid service that touch.
  struct Segment {
    var start: Instant
    let end: Instant
    /// Whether it continues after the instant of the question.
    let goesOn: Bool
  }

  private static let thirtyOneDays: Int64 = 31 * Instant.millisecondsPerDay
  private static let thirtyDays: Int64 = 30 * Instant.millisecondsPerDay

  /// Returns the service with a segment, if there is one; one that continues stays open.
  func adding(_ segment: Segment?) -> PaidService {
    guard let segment else { return self }
    var service = self
    guard !segment.goesOn else {
      service.openSince = segment.start
      return service
    }
    let whole = segment.start.months(until: segment.end)
    service.months += whole
    service.remainder +=
      segment.start.adding(months: whole).milliseconds(until: segment.end)
    service.length += segment.start.milliseconds(until: segment.end)
    return service
  }

  /// Returns the paid months at an instant; it must be in the open segment if there is one (F7).
  func paidMonths(at now: Instant, _ monthLength: FactPolicies.MonthLength) -> Int64 {
    switch monthLength {
    case .calendar:
      guard let openSince else { return months + remainder / Self.thirtyOneDays }
      let whole = openSince.months(until: now)
      let rest = openSince.adding(months: whole).milliseconds(until: now)
      return months + whole + (remainder + rest) / Self.thirtyOneDays
    case .thirtyDays: return (length + (openSince?.milliseconds(until: now) ?? 0)) / Self.thirtyDays
    }
  }

  /// Returns the paid months of the segments that a part of this service does not have.
  func paidMonths(besides part: PaidService, _ monthLength: FactPolicies.MonthLength) -> Int64 {
    var rest = self
    rest.openSince = nil
    rest.months -= part.months
    rest.remainder -= part.remainder
    rest.length -= part.length
    return rest.paidMonths(at: .minimum, monthLength)
  }

  /// Returns every instant of a range at which the paid months can change.
  ///
  /// An open segment adds a month when it completes one, and when its rest and the rest of earlier
  /// segments are 31 days together.
  func changes(
    in range: Range<Instant>,
    _ monthLength: FactPolicies.MonthLength
  ) -> ContiguousArray<Instant> {
    var changes: ContiguousArray<Instant> = []
    guard let openSince else { return changes }
    switch monthLength {
    case .calendar:
      let carry = Self.thirtyOneDays - remainder % Self.thirtyOneDays
      var month = openSince.months(until: range.lowerBound)
      while true {
        let start = openSince.adding(months: month)
        guard start < range.upperBound else { break }
        changes.append(start)
        changes.append(start.adding(milliseconds: carry))
        month += 1
      }
    case .thirtyDays:
      let lengthAtStart = length + openSince.milliseconds(until: range.lowerBound)
      var change = range.lowerBound.adding(
        milliseconds: Self.thirtyDays - lengthAtStart % Self.thirtyDays
      )
      while change < range.upperBound {
        changes.append(change)
        change = change.adding(milliseconds: Self.thirtyDays)
      }
    }
    changes.removeAll { !range.contains($0) }
    changes.sort()
    return changes
  }
}

/// The paid service in the reading with the fewest months and in the one with the most (F14).
package struct PaidServiceRange: Sendable, Hashable {
  package private(set) var fewest = PaidService()
  private(set) var most = PaidService()
  /// Whether there can be purchases that are missing, so that no upper end is known (F13c, F14).
  var isOpen = false

  /// The start of the segment that still continues, in both readings.
  var openSince: Instant? { fewest.openSince }

  /// Returns the paid months at an instant; it must be in the open segment if there is one (F7).
  func paidMonths(
    at now: Instant,
    _ monthLength: FactPolicies.MonthLength
  ) -> ClosedRange<Int64> {
    let least = fewest.paidMonths(at: now, monthLength)
    if isOpen { return least...Int64.max }
    return least...(fewest == most ? least : max(least, most.paidMonths(at: now, monthLength)))
  }

  /// Returns every instant of a range at which the paid months can change.
  func changes(
    in range: Range<Instant>,
    _ monthLength: FactPolicies.MonthLength
  ) -> ContiguousArray<Instant> {
    let changes = fewest.changes(in: range, monthLength)
    guard fewest != most, !isOpen else { return changes }
    return ContiguousArray((changes + most.changes(in: range, monthLength)).sorted())
  }
}
