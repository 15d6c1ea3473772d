import CalendarTime
import Foundation
import Testing

/// Month arithmetic, of which there are three here: the engine's, the reference's and Foundation's.
@Suite("Calendar months")
struct MonthTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test("adding months agrees with Foundation and with the second reading (T2)")
  func adding() throws {
    var dice = Dice(seed: 8)
    for _ in 0..<2000 {
      // Foundation's calendar is Julian before 1582.
      let instant = Int64.random(
        in: Reference.instant("1583-01-01")...Reference.instant("2999-12-31"),
        using: &dice.generator
      )
      let count = dice.number(0...120)
      let found = Instant(milliseconds: instant).adding(months: Int64(count)).milliseconds
      let expected = try #require(
        Self.calendar.date(
          byAdding: .month,
          value: count,
          to: Date(timeIntervalSince1970: Double(instant) / 1000)
        )
      )
      #expect(found == Reference.add(months: count, to: instant))
      #expect(
        found == Int64((expected.timeIntervalSince1970 * 1000).rounded()),
        "\(Reference.text(instant)) + \(count) months"
      )
    }
  }

  @Test("counting months agrees with the second reading, at month ends too (T3)")
  func counting() {
    var dice = Dice(seed: 9)
    for _ in 0..<2000 {
      let start =
        Reference.instant(dice.pick(["2023-12-31", "2024-01-30", "2024-02-29", "2023-02-28"]))
        + Int64(dice.number(-3...3)) * Reference.day + dice.pick([0, 1, 86_399_999])
      let end =
        Reference.add(months: dice.number(0...40), to: start) + dice.pick([0, 1, -1])
        + Int64(dice.number(-4...4)) * Reference.day
      #expect(
        Instant(milliseconds: start).months(until: Instant(milliseconds: end))
          == Int64(Reference.months(from: start, to: end)),
        "\(Reference.text(start)) to \(Reference.text(end))"
      )
    }
  }
}
