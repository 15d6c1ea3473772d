package import CalendarTime

/// A comparison of the clock with the instant of a variable, moved by a known distance.
///
/// Only this type recognizes such a comparison, in any form: `now >=
/// addMonths(subscription.lapsedAt, 2)`, `now - subscription.lapsedAt < duration('60h')`,
/// `subscription.lapsedAt + duration('60h') > now`.
package struct ClockComparison: Sendable, Hashable {
  package enum Distance: Sendable, Hashable {
    /// Calendar months (T2).
    case months(Int64)
    case milliseconds(Int64)
  }

  package let variable: VariableID
  package let distance: Distance

  /// How the clock, on the left, is compared with the sum, on the right.
  package let `operator`: ComparisonOperator

  /// Whether it compares the time between the clock and an instant, which can be longer than any
  /// duration; otherwise it compares the clock with a sum, which can be beyond all instants.
  private var isElapsed = false

  /// Whether it can lack a value; with calendar months it always has one.
  private var mayFail: Bool { if case .milliseconds = distance { true } else { false } }
}

extension ClockComparison {
  package init?(_ expression: Expression, of clock: VariableID) {
    self.init(expression.node, of: clock)
  }

  init?(_ node: Node, of clock: VariableID) {
    guard case .comparison(let comparison, let left, let right) = node, comparison != .in else {
      return nil
    }
    if let found = Self(left, comparison, right, clock) {
      self = found
    } else if let mirrored = comparison.mirrored, let found = Self(right, mirrored, left, clock) {
      self = found
    } else {
      return nil
    }
  }

  private init?(
    _ left: Node,
    _ comparison: ComparisonOperator,
    _ right: Node,
    _ clock: VariableID
  ) {
    switch (left, right) {
    case (.variable(clock, _), .variable(let id, .timestamp)):
      self.init(variable: id, distance: .months(0), operator: comparison)
    case (.variable(clock, _), .call(.addMonths, let arguments)):
      guard arguments.count == 2, case .variable(let id, .timestamp) = arguments[0],
        case .value(.int(let months)) = arguments[1]
      else { return nil }
      self.init(variable: id, distance: .months(months), operator: comparison)
    case (.arithmetic(.variable(clock, _), let links), .value(.duration(let length))):
      guard links.count == 1, links[0].sign == .subtract,
        case .variable(let id, .timestamp) = links[0].operand
      else { return nil }
      self.init(variable: id, distance: .milliseconds(length), operator: comparison)
      isElapsed = true
    case (.variable(clock, _), .arithmetic(.variable(let id, .timestamp), let links)):
      guard links.count == 1, case .value(.duration(let length)) = links[0].operand, length > .min
      else { return nil }
      let distance = links[0].sign == .subtract ? -length : length
      self.init(variable: id, distance: .milliseconds(distance), operator: comparison)
    default: return nil
    }
  }

  /// Returns whether the comparison holds at an instant, nil if it has no value, and the next instant
  /// at which that can change; the last of all instants if nothing changes.
  package func outcome(at now: Instant, for instant: Instant) -> (holds: Bool?, change: Instant) {
    let bound =
      switch distance {
      case .months(let months): instant.adding(months: months)
      case .milliseconds(let length): instant.adding(milliseconds: length)
      }
    var change = Instant(milliseconds: .max)
    func note(_ edge: Instant) { if now < edge { change = min(change, edge) } }
    note(bound)
    note(bound.adding(milliseconds: 1))
    var hasValue = !mayFail || bound.isValid
    if isElapsed {
      let reach = reach(of: instant)
      note(reach.lowerBound)
      note(reach.upperBound.adding(milliseconds: 1))
      hasValue = reach.contains(now)
    }
    return (hasValue ? `operator`.orders(now, bound) : nil, change)
  }

  /// Returns the same for all instants of a range, in milliseconds; it is nil if it is not decided
  /// (F14).
  package func outcome(
    at now: Instant,
    for range: ClosedRange<Int64>
  ) -> (holds: Bool?, change: Instant) {
    let first = outcome(at: now, for: Instant(milliseconds: range.lowerBound))
    let last = outcome(at: now, for: Instant(milliseconds: range.upperBound))
    let change = min(first.change, last.change)
    guard first.holds != nil, last.holds != nil, let bounds = bounds(for: range) else {
      return (nil, change)
    }
    return (`operator`.mirrored?.holds(for: bounds, .timestamp(now)), change)
  }

  /// The first and the last instant that the clock is compared with; nil if one is beyond all instants.
  private func bounds(for range: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    switch distance {
    case .months(let months): return Step.months(months).image(of: range)
    case .milliseconds(let length):
      let results = isElapsed ? ClosedRange.all : ValueType.timestamp.numbers ?? .all
      return Step.move(isMirrored: false, by: Int128(length), into: IntervalSet(results))
        .image(of: range)
    }
  }

  /// The instants whose distance from another is a duration.
  private func reach(of instant: Instant) -> ClosedRange<Instant> {
    let range = DurationText.range
    return instant.adding(
      milliseconds: range.lowerBound
    )...instant.adding(milliseconds: range.upperBound)
  }
}

extension ClosedRange<Int64> {
  fileprivate static var all: Self { Int64.min...Int64.max }
}
