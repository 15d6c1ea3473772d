/// A set of 64-bit integers, stored as intervals.
package struct IntervalSet: Sendable, Hashable {
  /// The intervals, from low to high; between two of them at least one integer is missing.
  package private(set) var intervals: [ClosedRange<Int64>]

  package static let none = IntervalSet(intervals: [])
  package static let all = IntervalSet(Int64.min...Int64.max)

  private init(intervals: [ClosedRange<Int64>]) { self.intervals = intervals }

  package init(_ interval: ClosedRange<Int64>) { intervals = [interval] }

  /// Creates the set of the integers of some intervals, in any order, which can overlap.
  package init(unionOf intervals: [ClosedRange<Int64>]) {
    self.intervals = []
    for interval in intervals.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.intervals.last,
        last.upperBound == .max || interval.lowerBound <= last.upperBound + 1
      {
        let upperBound = max(last.upperBound, interval.upperBound)
        self.intervals[self.intervals.count - 1] = last.lowerBound...upperBound
      } else {
        self.intervals.append(interval)
      }
    }
  }

  /// Creates the set of the integers of an interval whose ends can be beyond 64 bits.
  init(_ lower: Int128, through upper: Int128) {
    let lower = max(lower, Int128(Int64.min))
    let upper = min(upper, Int128(Int64.max))
    intervals = lower <= upper ? [Int64(lower)...Int64(upper)] : []
  }

  package var isEmpty: Bool { intervals.isEmpty }

  package func contains(_ integer: Int64) -> Bool { intervals.contains { $0.contains(integer) } }

  /// The integers that are in the set while the integer below is not, or the reverse.
  package var edges: [Int64] {
    intervals.flatMap { interval in
      interval.upperBound == .max
        ? [interval.lowerBound] : [interval.lowerBound, interval.upperBound + 1]
    }
  }

  package var complement: IntervalSet {
    var gaps: [ClosedRange<Int64>] = []
    var next = Int64.min
    for interval in intervals {
      if next < interval.lowerBound { gaps.append(next...(interval.lowerBound - 1)) }
      guard interval.upperBound < .max else { return IntervalSet(intervals: gaps) }
      next = interval.upperBound + 1
    }
    gaps.append(next...Int64.max)
    return IntervalSet(intervals: gaps)
  }

  package func intersection(_ other: IntervalSet) -> IntervalSet {
    var shared: [ClosedRange<Int64>] = []
    var index = 0
    var otherIndex = 0
    while index < intervals.count, otherIndex < other.intervals.count {
      let interval = intervals[index]
      let otherInterval = other.intervals[otherIndex]
      if interval.overlaps(otherInterval) { shared.append(interval.clamped(to: otherInterval)) }
      if interval.upperBound < otherInterval.upperBound {
        index += 1
      } else {
        otherIndex += 1
      }
    }
    return IntervalSet(intervals: shared)
  }

  package func union(_ other: IntervalSet) -> IntervalSet {
    complement.intersection(other.complement).complement
  }

  package func subtracting(_ other: IntervalSet) -> IntervalSet { intersection(other.complement) }
}
