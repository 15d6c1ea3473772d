/// The paid service that counts at an instant, as a sum of segments (F7).
package struct PaidService: Sendable, Hashable {
  /// The months of the segments that have ended.
  private var months: Int64 = 0
  /// The length of those segments beyond their whole months, in milliseconds.
  private var remainder: Int64 = 0
  /// The length of those segments, in milliseconds.
  private var length: Int64 = 0
  /// The start of the segment that still continues.
  private var openSince: Instant?

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

  /// Returns the first instant after another one in the open segment at which the paid months can
  /// change; nil if there is no such segment.
  ///
  /// An open segment adds a month when it completes one, and when its rest and the rest of earlier
  /// segments are 31 days together.
  func change(after now: Instant, _ monthLength: FactPolicies.MonthLength) -> Instant? {
    guard let openSince else { return nil }
    switch monthLength {
    case .calendar:
      let month = openSince.months(until: now)
      let next = openSince.adding(months: month + 1)
      let carry = Self.thirtyOneDays - remainder % Self.thirtyOneDays
      let carried = openSince.adding(months: month).adding(milliseconds: carry)
      return now < carried ? min(carried, next) : next
    case .thirtyDays:
      let length = length + openSince.milliseconds(until: now)
      return now.adding(milliseconds: Self.thirtyDays - length % Self.thirtyDays)
    }
  }
}

/// The paid service in the reading with the fewest months and in the one with the most (F14).
package struct PaidServiceRange: Sendable, Hashable {
  package private(set) var fewest = PaidService()
  private(set) var most = PaidService()
  /// Whether there can be purchases that are missing, so that no upper end is known (F13c, F14).
  var isOpen = false

  /// Returns the paid months at an instant; it must be in the open segment if there is one (F7).
  func paidMonths(
    at now: Instant,
    _ monthLength: FactPolicies.MonthLength
  ) -> ClosedRange<Int64> {
    let least = fewest.paidMonths(at: now, monthLength)
    if isOpen { return least...Int64.max }
    return least...(fewest == most ? least : max(least, most.paidMonths(at: now, monthLength)))
  }

  /// Returns the first instant after another one at which the paid months can change, as above; the
  /// segment that continues is in both readings.
  func change(after now: Instant, _ monthLength: FactPolicies.MonthLength) -> Instant? {
    guard let change = fewest.change(after: now, monthLength) else { return nil }
    guard fewest != most, !isOpen else { return change }
    return min(change, most.change(after: now, monthLength) ?? change)
  }
}
