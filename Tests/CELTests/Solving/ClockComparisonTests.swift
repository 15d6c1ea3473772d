import CEL
import CalendarTime
import Testing

@Suite("Comparisons of the clock with a variable")
struct ClockComparisonTests {
  static let environment = Environment([
    Variable("now", .timestamp, isClock: true), Variable("then", .timestamp),
    Variable("months", .int),
  ])

  @Test(
    "are recognized, whichever way they are written",
    arguments: [
      ("now < then", ClockComparison.Distance.months(0), ComparisonOperator.less, false),
      ("then < now", .months(0), .greater, false),
      ("now >= addMonths(then, 2)", .months(2), .greaterOrEqual, false),
      ("addMonths(then, -1) == now", .months(-1), .equal, false),
      ("now - then < duration('60h')", .milliseconds(216_000_000), .less, true),
      ("duration('60h') < now - then", .milliseconds(216_000_000), .greater, true),
      ("now <= then + duration('1s')", .milliseconds(1_000), .lessOrEqual, true),
      ("then - duration('1s') <= now", .milliseconds(-1_000), .greaterOrEqual, true),
    ]
  )
  func recognized(
    source: String,
    distance: ClockComparison.Distance,
    comparison: ComparisonOperator,
    mayFail: Bool
  ) throws {
    let found = try #require(try Self.comparison(source))
    #expect(found.variable == VariableID(index: 1))
    #expect(found.distance == distance)
    #expect(found.operator == comparison)
    let ends = [Instant.minimum, .maximum]
    #expect(ends.contains { found.outcome(at: .minimum, for: $0).holds == nil } == mayFail)
  }

  @Test(
    "are no others",
    arguments: [
      "now < timestamp('2024-01-01T00:00:00Z')", "then < then", "now >= addMonths(then, months)",
      "now - then - duration('1s') < duration('60h')", "now in [then]", "!(now < then)",
    ]
  )
  func others(source: String) throws {
    #expect(try Self.comparison(source) == nil)
  }

  private static func comparison(_ source: String) throws -> ClockComparison? {
    ClockComparison(try Expression(source, in: environment), of: VariableID(index: 0))
  }
}
