import CalendarTime
import TestSupport
import Testing

@Suite("Dates")
struct CivilDateTests {
  @Test("every day of the years 1 to 9999 has its number and its date")
  func everyDay() {
    var number = Instant.minimum.daysSinceEpoch
    var wrong: [CivilDate] = []
    for year in Int64(1)...9999 {
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in zip(Int64(1)..., lengths) {
        for day in 1...length {
          let date = CivilDate(uncheckedYear: year, month: month, day: day)
          if date.daysSinceEpoch != number || CivilDate(daysSinceEpoch: number) != date {
            wrong.append(date)
          }
          number += 1
        }
      }
    }
    #expect(wrong.isEmpty)
    #expect(number == Instant.maximum.daysSinceEpoch + 1)
  }

  @Test("every month of the years 1 to 9999 ends with its last day")
  func everyMonth() {
    var wrong: [String] = []
    for year in Int64(1)...9999 {
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in zip(Int64(1)..., lengths)
      where CivilDate.daysInMonth(year: year, month: month) != length
        || CivilDate(year: year, month: month, day: length) == nil
        || CivilDate(year: year, month: month, day: length + 1) != nil
        || CivilDate(year: year, month: month, day: 1) == nil
        || CivilDate(year: year, month: month, day: 0) != nil
      {
        wrong.append("\(year)-\(month)")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "a day that does not exist is no date (T5)",
    arguments: [
      (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (.min, 1, 1), (.max, 1, 1),
      (2024, 0, 1), (2024, 13, 1), (2024, -1, 1), (2024, .max, 1), (2024, .min, 1),
      (2024, 1, 0), (2024, 1, -1), (2024, 1, 32), (2024, 1, .max), (2024, 1, .min),
      (2024, 4, 31), (2024, 2, 30), (2023, 2, 29), (1900, 2, 29), (2100, 2, 29),
    ] as [(Int64, Int64, Int64)]
  )
  func impossible(year: Int64, month: Int64, day: Int64) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test("the calendar repeats after 400 years, as far as instants go", arguments: 1...4)
  func farYears(seed: UInt64) {
    expectAlways(seed: seed) { random in
      let near = Instant.random(using: &random).date
      let cycles = Int64.random(in: -730_000...730_000, using: &random)
      let far = CivilDate(uncheckedYear: near.year + 400 * cycles, month: near.month, day: near.day)
      let number = near.daysSinceEpoch + 146_097 * cycles
      let holds = far.daysSinceEpoch == number && CivilDate(daysSinceEpoch: number) == far
      return holds ? nil : "\(far) is not day \(number)"
    }
  }

  @Test(
    "a date is written with four digits of its year, and more beyond",
    arguments: [
      (2024, 6, 1, "2024-06-01"),
      (1, 12, 31, "0001-12-31"),
      (987, 10, 9, "0987-10-09"),
      (9999, 12, 31, "9999-12-31"),
      (10_000, 1, 1, "+10000-01-01"),
      (0, 1, 1, "0000-01-01"),
      (-1, 1, 1, "-0001-01-01"),
      (-292_275_055, 5, 16, "-292275055-05-16"),
    ] as [(Int64, Int64, Int64, String)]
  )
  func written(year: Int64, month: Int64, day: Int64, text: String) {
    #expect(CivilDate(uncheckedYear: year, month: month, day: day).description == text)
  }

  @Test("dates are in the order of their days", arguments: 1...4)
  func order(seed: UInt64) {
    expectAlways(seed: seed, count: 1000) { random in
      let date = Instant.random(using: &random).date
      let number = date.daysSinceEpoch + .random(in: -400...400, using: &random)
      let other = CivilDate(daysSinceEpoch: number)
      return (date < other) == (date.daysSinceEpoch < number) ? nil : "\(date) and \(other)"
    }
  }
}
