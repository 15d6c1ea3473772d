import CEL
import CalendarTime
import Testing

@Suite("Thresholds of the clock")
struct ThresholdTests {
  private static let environment = Environment.example

  private func thresholds(
    _ source: String,
    from start: String = "2023-01-01",
    to end: String = "2025-01-01",
    _ bindings: [String: Binding] = [:]
  ) throws -> [String] {
    let expression = try Expression(source, in: Self.environment)
    let clock = try #require(Self.environment.id(of: "now"))
    let range = try ISO8601Date(parsing: start).instant...ISO8601Date(parsing: end).instant
    return expression.thresholds(of: clock, in: range, Self.environment.bindings(bindings))
      .map(\.iso8601)
  }

  @Test(
    "are where a comparison changes",
    arguments: [
      ("now < T", ["2024-02-29T12:00:00.000Z"]), ("now <= T", ["2024-02-29T12:00:00.001Z"]),
      ("now >= T", ["2024-02-29T12:00:00.000Z"]), ("now > T", ["2024-02-29T12:00:00.001Z"]),
      ("now == T", ["2024-02-29T12:00:00.000Z", "2024-02-29T12:00:00.001Z"]),
      ("now != T", ["2024-02-29T12:00:00.000Z", "2024-02-29T12:00:00.001Z"]),
      ("T <= now", ["2024-02-29T12:00:00.000Z"]),
      (
        "now in [T, T + duration('1ms')]",
        ["2024-02-29T12:00:00.000Z", "2024-02-29T12:00:00.002Z"]
      ),
      ("now + duration('12h') < T", ["2024-02-29T00:00:00.000Z"]),
      ("now - duration('12h') < T", ["2024-03-01T00:00:00.000Z"]),
      ("now - T < duration('12h')", ["2024-03-01T00:00:00.000Z"]),
      ("T - now < duration('12h')", ["2024-02-29T00:00:00.001Z"]),
      (
        "T - now + duration('1h') <= duration('12h') - duration('1h')", ["2024-02-29T02:00:00.000Z"]
      ),
      ("T - (T + duration('12h') - now) < T", ["2024-03-01T00:00:00.000Z"]),
      ("T + duration('1h') - (T - now) < T", ["2024-02-29T11:00:00.000Z"]),
      ("int(now) < int(T)", ["2024-02-29T12:00:00.000Z"]),
      ("int(now) <= int(T)", ["2024-02-29T12:00:01.000Z"]),
      ("int(now) + 60 >= int(T)", ["2024-02-29T11:59:00.000Z"]),
      ("int(now) - int(T) > 1.5", ["2024-02-29T12:00:02.000Z"]),
      ("int(now) - int(T) >= -0.5", ["2024-02-29T12:00:00.000Z"]),
      (
        "addMonths(now, 1) < T",
        [
          "2024-01-29T12:00:00.000Z", "2024-01-30T00:00:00.000Z", "2024-01-30T12:00:00.000Z",
          "2024-01-31T00:00:00.000Z", "2024-01-31T12:00:00.000Z",
        ]
      ),
      (
        "addMonths(now, -1) < T",
        [
          "2024-03-29T12:00:00.000Z", "2024-03-30T00:00:00.000Z", "2024-03-30T12:00:00.000Z",
          "2024-03-31T00:00:00.000Z", "2024-03-31T12:00:00.000Z",
        ]
      ),
      (
        "addMonths(now + duration('12h'), -2) < T",
        ["2024-04-29T00:00:00.000Z", "2024-04-29T12:00:00.000Z", "2024-04-30T00:00:00.000Z"]
      ),
      ("addMonths(now, 0) < T", ["2024-02-29T12:00:00.000Z"]),
      (
        "now < T || T + duration('24h') < now",
        ["2024-02-29T12:00:00.000Z", "2024-03-01T12:00:00.001Z"]
      ),
      ("(now < T) == (now < T)", ["2024-02-29T12:00:00.000Z"]),
      ("false && (now < T ? 1 : 2) == 1", ["2024-02-29T12:00:00.000Z"]),
      ("now < timestamp(1900000000)", []), ("T == T", []), ("true", []),
      // Neither what is unknown nor what fails changes with the clock.
      ("now < offer.startDate", []), ("now - T < offer.grace", []),
      ("addMonths(now, 1 / 0) < T", []),
      ("now + duration('1h') + offer.grace < T", []), ("now in [T, offer.startDate]", []),
    ] as [(String, [String])]
  )
  func instants(source: String, expected: [String]) throws {
    let source = source.replacing("T", with: "timestamp('2024-02-29T12:00:00Z')")
    #expect(try thresholds(source) == expected)
  }

  @Test("are found for each month that is longer than its counterpart (T2)")
  func sawtooth() throws {
    // January 28 to 31 all have February 28 as their counterpart.
    #expect(
      try thresholds("addMonths(now, 1) >= timestamp('2023-02-28T12:00:00Z')") == [
        "2023-01-28T12:00:00.000Z", "2023-01-29T00:00:00.000Z", "2023-01-29T12:00:00.000Z",
        "2023-01-30T00:00:00.000Z", "2023-01-30T12:00:00.000Z", "2023-01-31T00:00:00.000Z",
        "2023-01-31T12:00:00.000Z",
      ]
    )
  }

  @Test("are after the first instant of the range, and not after its last")
  func range() throws {
    let source = "now < timestamp('2024-01-01T00:00:00Z')"
    #expect(try thresholds(source, from: "2024-01-01") == [])
    #expect(try thresholds(source, from: "2023-12-31T23:59:59.999Z", to: "2024-01-01").count == 1)
    #expect(try thresholds(source, to: "2023-12-31T23:59:59.999Z") == [])
  }

  @Test("come with the values of the other variables")
  func bindings() throws {
    let source = "now >= addMonths(subscription.lapsedAt, offer.minimumMonths)"
    let lapsedAt = try ISO8601Date(parsing: "2023-12-31").instant
    #expect(
      try thresholds(
        source,
        [
          "subscription.lapsedAt": .value(.timestamp(lapsedAt)),
          "offer.minimumMonths": .value(.int(2)),
        ]
      ) == ["2024-02-29T00:00:00.000Z"]
    )
    #expect(try thresholds(source, ["subscription.lapsedAt": .absent]) == [])
  }

  @Test("are where a shift begins to fail")
  func failure() throws {
    let expression = try Expression("now + duration('1h') > offer.startDate", in: Self.environment)
    let clock = try #require(Self.environment.id(of: "now"))
    let thresholds = expression.thresholds(
      of: clock,
      in: Instant(milliseconds: .min)...Instant(milliseconds: .max)
    ) { _ in .value(.timestamp(Instant(milliseconds: 0))) }
    #expect(
      thresholds == [
        Instant(milliseconds: Instant.minimum.milliseconds - 3_600_000),
        Instant(milliseconds: -3_600_000 + 1),
        Instant(milliseconds: Instant.maximum.milliseconds - 3_600_000 + 1),
      ]
    )
  }

  @Test("are not where one failure follows another")
  func failures() throws {
    // Close to the end of year 9999 the difference is too long, then the sum is out of range, too.
    let source = "addMonths(now + duration('1h'), 0) - timestamp(0) > duration('1s')"
    let found = try thresholds(source, from: "1960-01-01", to: "9999-12-31T23:59:59.999Z")
    #expect(found == ["1969-12-31T23:00:01.001Z", "2262-04-11T22:47:16.855Z"])
  }

  @Test(
    "are the same over all of time, however far months reach",
    arguments: [Int64.min, -8_000_000_000, -1_000_000, 0, 1_000_000, 8_000_000_000, .max]
  )
  func allOfTime(months: Int64) throws {
    let expression = try Expression(
      "addMonths(now, offer.minimumMonths) >= offer.startDate",
      in: Self.environment
    )
    let clock = try #require(Self.environment.id(of: "now"))
    let bindings = Self.environment.bindings([
      "offer.minimumMonths": .value(.int(months)),
      "offer.startDate": .value(.timestamp(Instant(milliseconds: 0))),
    ])
    func outcome(at milliseconds: Int64) -> Outcome {
      expression.evaluate {
        $0 == clock ? .value(.timestamp(Instant(milliseconds: milliseconds))) : bindings($0)
      }
    }
    let all = Instant(milliseconds: .min)...Instant(milliseconds: .max)
    let thresholds = expression.thresholds(of: clock, in: all, bindings)
    #expect(thresholds.count % 2 == (outcome(at: .min) == outcome(at: .max) ? 0 : 1))
    for threshold in thresholds {
      #expect(outcome(at: threshold.milliseconds) != outcome(at: threshold.milliseconds - 1))
    }
  }
}
