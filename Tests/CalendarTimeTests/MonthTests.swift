import CalendarTime
import TestSupport
import Testing

@Suite("Calendar months")
struct MonthTests {
  @Test("adding months keeps the day, or takes the month's last (T2)", arguments: MonthSum.table)
  func adding(start: String, months: Int64, end: String) throws {
    let sum = try ISO8601Date(parsing: start).instant.adding(months: months)
    #expect(try sum == ISO8601Date(parsing: end).instant)
  }

  @Test(
    "the months until an instant are those that do not pass it (T3)",
    arguments: MonthSpan.table
  )
  func until(start: String, end: String, months: Int64) throws {
    let end = try ISO8601Date(parsing: end).instant
    #expect(try ISO8601Date(parsing: start).instant.months(until: end) == months)
  }

  @Test("a sum is in the right month, on the nearest day, at the same time (T2)", arguments: 1...4)
  func sumByParts(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let start = Instant.random(using: &random)
      let months = Int64.random(in: -150_000...150_000, using: &random)
      let sum = start.adding(months: months)
      let last = CivilDate.daysInMonth(year: sum.date.year, month: sum.date.month)
      let holds =
        sum.date.monthIndex == start.date.monthIndex + months
        && sum.date.day == min(start.date.day, last)
        && sum.timeOfDay == start.timeOfDay
      return holds ? nil : "\(start) and \(months) months gave \(sum)"
    }
  }

  @Test("no months change nothing, at any instant (T2)", arguments: 1...4)
  func addingNone(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let instant =
        Bool.random(using: &random)
        ? Instant.random(using: &random) : Instant.randomOfAll(using: &random)
      return instant.adding(months: 0) == instant
        ? nil : "\(instant) became \(instant.adding(months: 0))"
    }
  }

  @Test("more months are later, and a later date ends on no earlier date (T2)", arguments: 1...4)
  func sumIsMonotone(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let start = Instant.random(using: &random)
      let later = start.adding(milliseconds: .random(in: 0...300_000_000, using: &random))
      let months = Int64.random(in: -150_000...150_000, using: &random)
      let holds =
        start.adding(months: months) < start.adding(months: months + 1)
        && start.adding(months: months).date <= later.adding(months: months).date
      return holds ? nil : "\(start), \(later) and \(months) months"
    }
  }

  @Test("of two days that one short month clamps, the time of day decides (T2)")
  func sumOfClampedDays() throws {
    let noon = try ISO8601Date(parsing: "2023-01-30T12:00").instant
    let nextMorning = try ISO8601Date(parsing: "2023-01-31T08:00").instant
    #expect(noon.adding(months: 1).description == "2023-02-28T12:00:00.000Z")
    #expect(nextMorning.adding(months: 1).description == "2023-02-28T08:00:00.000Z")
  }

  @Test("counting gives back the months that were added (T2, T3)", arguments: 1...4)
  func countingWhatWasAdded(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let start = Instant.random(using: &random)
      let months = Int64.random(in: 0...150_000, using: &random)
      let counted = start.months(until: start.adding(months: months))
      return counted == months ? nil : "\(start) and \(months) months are \(counted) months"
    }
  }

  @Test("the months counted do not pass the other instant, and one more do (T3)", arguments: 1...4)
  func countIsLargest(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let start = Instant.random(using: &random)
      // Half of the ends are near a whole number of months, where one millisecond decides.
      let near = start.adding(months: .random(in: 0...40, using: &random))
        .adding(milliseconds: .random(in: -1...1, using: &random))
      let end = max(start, Bool.random(using: &random) ? near : .random(using: &random))
      let months = start.months(until: end)
      let holds =
        months >= 0
        && start.adding(months: months) <= end
        && end < start.adding(months: months + 1)
      return holds ? nil : "\(start) until \(end) are \(months) months"
    }
  }

  @Test("a later end is no fewer months away (T3)", arguments: 1...4)
  func countIsMonotone(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let start = Instant.random(using: &random)
      let end = Instant.random(using: &random)
      let later = end.adding(milliseconds: .random(in: 0...300_000_000, using: &random))
      return start.months(until: end) <= start.months(until: later)
        ? nil : "\(start) until \(end) and \(later)"
    }
  }

  @Test("there are no months until an earlier instant (T3)", arguments: 1...4)
  func countToEarlier(seed: UInt64) {
    expectAlways(seed: seed, count: 1000) { random in
      let one = Instant.randomOfAll(using: &random)
      let two = Instant.randomOfAll(using: &random)
      let months = max(one, two).months(until: min(one, two))
      return months == 0 ? nil : "\(months) months between \(one) and \(two)"
    }
  }

  @Test(
    "a sum out of reach is the last or the first instant (T2)",
    arguments: [
      (0, .max, .max),
      (0, .min, .min),
      (.max, .max, .max),
      (.min, .min, .min),
      (.max, 1, .max),
      (.min, -1, .min),
      (0, 3_507_324_300, .max),
      (0, -3_507_324_300, .min),
    ] as [(Int64, Int64, Int64)]
  )
  func sumOutOfReach(start: Int64, months: Int64, sum: Int64) {
    let sum = Instant(milliseconds: sum)
    #expect(Instant(milliseconds: start).adding(months: months) == sum)
  }

  @Test("sums within reach are exact beyond year 9999 and before year 1 (T2)")
  func sumsBeyondTheYears() {
    #expect(Instant.maximum.adding(months: 2).description == "+10000-02-29T23:59:59.999Z")
    #expect(Instant.minimum.adding(months: -1).description == "0000-12-01T00:00:00.000Z")
    #expect(Instant.minimum.adding(months: -13).description == "-0001-12-01T00:00:00.000Z")
    let last = Instant(milliseconds: .max)
    #expect(last.adding(months: -1).description == "+292278994-07-17T07:12:55.807Z")
    let first = Instant(milliseconds: .min)
    #expect(first.adding(months: 1).description == "-292275055-06-16T16:47:04.192Z")
    #expect(first.adding(months: 7_014_648_591).description == "+292278994-08-16T16:47:04.192Z")
  }

  @Test("the months of all time are counted (T3)")
  func monthsOfAllTime() {
    #expect(Instant(milliseconds: .min).months(until: Instant(milliseconds: .max)) == 7_014_648_591)
  }
}
