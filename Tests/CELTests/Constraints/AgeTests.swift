import CEL
import CalendarTime
import TestSupport
import Testing

@Suite("The age of an instant")
struct AgeTests {
  @Test(
    "is even where it is whole months, and odd between (T2)",
    arguments: [
      ("2024-03-31", "2024-02-29", 3), ("2024-03-29", "2024-02-29", 2),
      ("2024-02-29", "2024-01-31", 2), ("2024-02-29", "2024-01-30", 2),
      ("2024-02-28", "2024-01-30", 1), ("2024-01-31", "2024-01-31", 0),
      ("2024-01-30", "2024-01-31", -1), ("2023-12-31", "2024-01-31", -2),
      ("2025-02-28", "2024-02-29", 24),
    ]
  )
  func scale(now: String, instant: String, age: Int64) throws {
    #expect(Age.age(of: try Instant(iso8601: instant), at: try Instant(iso8601: now)) == age)
  }

  @Test("has exactly the instants that are that old", arguments: [UInt64(1), 2, 3])
  func preimage(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let now = Instant(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &generator))
      let low = Int64.random(in: -60...60, using: &generator)
      let high = low + Int64.random(in: 0...9, using: &generator)
      let instants = Age.instants(aged: IntervalSet(low...high), at: now)
      for edge in instants.edges + [now.milliseconds] {
        for milliseconds in [edge - 1, edge, edge + 1] {
          let age = Age.age(of: Instant(milliseconds: milliseconds), at: now)
          #expect(
            instants.contains(milliseconds) == (low...high).contains(age),
            "seed \(seed), now \(now), \(low) to \(high), \(Instant(milliseconds: milliseconds))"
          )
        }
      }
    }
  }

  @Test(
    "stands for comparisons of the clock with the instant, whichever side it is on",
    arguments: [
      "now >= addMonths(c.then, 2)", "now < addMonths(c.then, 3)", "addMonths(c.then, 1) <= now",
      "c.then > now", "now == addMonths(c.then, 1)", "now != c.then",
      "has(c.then) && now <= c.then",
      "now - c.then < duration('60h')", "now >= c.then + duration('24h')",
      "c.then - duration('1h') <= now", "!has(c.then) || now > addMonths(c.then, 12)",
      "has(c.then) ? now > c.then : count > 2", "!(now >= addMonths(c.then, 2) && count == 1)",
      "count in [1, 2] || now <= c.then",
    ]
  )
  func rewriting(source: String) throws {
    let environment = Environment([
      Variable("now", .timestamp, isClock: true),
      Variable("c.then", .timestamp, isOptional: true),
      Variable("count", .int),
    ])
    let clock = VariableID(index: 0)
    let anchor = AgedInstant(
      instant: VariableID(index: 10),
      age: VariableID(index: 11),
      elapsed: VariableID(index: 12)
    )
    let expression = try Expression(source, in: environment)
    let aged = expression.aged(by: clock) { id in
      id == VariableID(index: 1) ? .instant(anchor) : nil
    }
    let region = aged.region
    #expect(region.isExact)
    var generator = SplitMix64(seed: 7)
    for _ in 0..<400 {
      let day = Instant.millisecondsPerDay
      let now = Instant(milliseconds: (19_700 + Int64.random(in: 0...60, using: &generator)) * day)
      let distance = Int64.random(in: -10...100, using: &generator) * day
      let then = Bool.random(using: &generator) ? now.adding(milliseconds: -distance) : nil
      let count = Int64.random(in: 0...3, using: &generator)
      let holds = expression.evaluate { id in
        switch id.index {
        case 0: .value(.timestamp(now))
        case 1: then.map { .value(.timestamp($0)) } ?? .absent
        default: .value(.int(count))
        }
      }
      let isIn = region.contains { id in
        switch id.index {
        case 0: .value(.timestamp(now))
        case 2: .value(.int(count))
        case 10: then.map { .value(.timestamp($0)) } ?? .absent
        case 11: then.map { .value(.int(Age.age(of: $0, at: now))) } ?? .absent
        default:
          then.map { .value(.duration(milliseconds: $0.milliseconds(until: now))) } ?? .absent
        }
      }
      #expect(isIn == (holds == .value(.bool(true))), "\(now) \(String(describing: then)) \(count)")
    }
  }
}
