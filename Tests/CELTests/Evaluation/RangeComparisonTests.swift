import CEL
import CalendarTime
import Testing

@Suite("A comparison of a range of numbers")
struct RangeComparisonTests {
  private static let operators: [ComparisonOperator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  /// Makes a value of each type that has an order of numbers.
  private static let makers: [@Sendable (Int64) -> Value] = [
    { .int($0) }, { .duration(milliseconds: $0) }, { .timestamp(Instant(milliseconds: $0)) },
  ]

  @Test("holds or fails if it does so for each number, and is not decided otherwise (F14)")
  func everyNumber() throws {
    for make in Self.makers {
      for lower in Int64(-3)...3 {
        for upper in lower...3 {
          for number in Int64(-4)...4 { try check(lower...upper, make(number), make) }
        }
      }
    }
  }

  @Test("is the same with doubles, at the ends of all numbers, and in a list")
  func otherValues() throws {
    for lower in Int64(-2)...2 {
      for upper in lower...2 {
        for half in -6...6 { try check(lower...upper, .double(Double(half) / 2)) { .int($0) } }
        let list = Value.list([.int(-1), .int(0), .int(2)])
        try check(lower...upper, list, by: [.in]) { .int($0) }
      }
    }
    for end in [Int64.min, .max] { try check(end...end, .int(end)) { .int($0) } }
  }

  private func check(
    _ range: ClosedRange<Int64>,
    _ value: Value,
    by operators: [ComparisonOperator] = Self.operators,
    _ make: (Int64) -> Value
  ) throws {
    for comparison in operators {
      let outcomes = Set(try range.map { try comparison.holds(make($0), value) })
      let expected = outcomes.count == 1 ? outcomes.first : nil
      #expect(comparison.holds(for: range, value) == expected, "\(range) \(comparison) \(value)")
    }
  }
}
