import CalendarTime
import TestSupport
import Testing

@Suite("Instants")
struct InstantTests {
  @Test("the years 1 to 9999 are valid, and nothing beyond (T5)")
  func validity() {
    #expect(Instant.minimum.isValid)
    #expect(Instant.maximum.isValid)
    #expect(!Instant.minimum.adding(milliseconds: -1).isValid)
    #expect(!Instant.maximum.adding(milliseconds: 1).isValid)
    #expect(!Instant(milliseconds: .min).isValid)
    #expect(!Instant(milliseconds: .max).isValid)
  }

  @Test(
    "the date is that of the day which holds the instant",
    arguments: [
      (0, 1970, 1, 1),
      (86_399_999, 1970, 1, 1),
      (86_400_000, 1970, 1, 2),
      (-1, 1969, 12, 31),
      (-86_400_000, 1969, 12, 31),
      (-86_400_001, 1969, 12, 30),
      (-62_135_596_800_000, 1, 1, 1),
      (-62_135_596_800_001, 0, 12, 31),
      (253_402_300_799_999, 9999, 12, 31),
      (253_402_300_800_000, 10_000, 1, 1),
      (.min, -292_275_055, 5, 16),
      (.max, 292_278_994, 8, 17),
    ] as [(Int64, Int64, Int64, Int64)]
  )
  func date(milliseconds: Int64, year: Int64, month: Int64, day: Int64) {
    let date = Instant(milliseconds: milliseconds).date
    #expect(date == CivilDate(uncheckedYear: year, month: month, day: day))
  }

  @Test("a date begins at 00:00:00 of its day (T4)")
  func startOfDate() throws {
    let date = try #require(CivilDate(year: 2024, month: 6, day: 1))
    #expect(Instant(date).milliseconds == 1_717_200_000_000)
    #expect(Instant(date).date == date)
    #expect(Instant(date).adding(milliseconds: -1).date.description == "2024-05-31")
    #expect(Instant(date).adding(milliseconds: Instant.millisecondsPerDay - 1).date == date)
  }

  @Test("a day and a time of day make up every instant", arguments: 1...4)
  func dayAndTime(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let instant = Instant.randomOfAll(using: &random)
      let again = Instant(daysSinceEpoch: instant.daysSinceEpoch, timeOfDay: instant.timeOfDay)
      let holds = again == instant && (0..<86_400_000).contains(instant.timeOfDay)
      return holds ? nil : "\(instant.milliseconds) became \(again.milliseconds)"
    }
  }

  @Test(
    "a sum of milliseconds stops at the last and the first instant",
    arguments: [
      (0, 5, 5), (5, -7, -2),
      (.max, 1, .max), (.max, .max, .max), (.max, -1, .max - 1), (.max - 1, 1, .max),
      (.min, -1, .min), (.min, .min, .min), (.min, 1, .min + 1), (.min + 1, -1, .min),
      (.min, .max, -1), (.max, .min, -1),
    ] as [(Int64, Int64, Int64)]
  )
  func addingMilliseconds(start: Int64, milliseconds: Int64, sum: Int64) {
    let start = Instant(milliseconds: start)
    #expect(start.adding(milliseconds: milliseconds) == Instant(milliseconds: sum))
  }

  @Test(
    "a length that has no number is the longest of its sign",
    arguments: [
      (5, 7, 2), (7, 5, -2), (-1, .max - 1, .max), (0, .min, .min),
      (-1, .max, .max), (.min, 0, .max), (1, .min, .min),
      (.min, .max, .max), (.max, .min, .min), (.min, .min, 0),
    ] as [(Int64, Int64, Int64)]
  )
  func millisecondsUntil(start: Int64, end: Int64, length: Int64) {
    #expect(Instant(milliseconds: start).milliseconds(until: Instant(milliseconds: end)) == length)
  }

  @Test("instants are in the order of time")
  func order() {
    #expect(Instant.minimum < Instant.maximum)
    #expect(Instant(milliseconds: -1) < Instant(milliseconds: 0))
    #expect(!(Instant(milliseconds: 0) < Instant(milliseconds: 0)))
  }
}
