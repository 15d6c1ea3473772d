import CalendarTime
import TestSupport

extension Instant {
  /// An instant of the years 1 to 9999, often at the end of a month or a day, where mistakes are.
  static func random(using random: inout SplitMix64) -> Instant {
    let range = Instant.minimum.milliseconds...Instant.maximum.milliseconds
    let anywhere = Instant(milliseconds: .random(in: range, using: &random))
    guard Bool.random(using: &random) else { return anywhere }

    let month = anywhere.date
    let last = CivilDate.daysInMonth(year: month.year, month: month.month)
    let date = CivilDate(
      uncheckedYear: month.year,
      month: month.month,
      day: .random(in: 28...last, using: &random)
    )
    let timesOfDay: [Int64] = [0, 1, 43_200_000, 86_399_999]
    return Instant(date).adding(milliseconds: timesOfDay.randomElement(using: &random) ?? 0)
  }

  /// Any instant that there is, often the first or the last.
  static func randomOfAll(using random: inout SplitMix64) -> Instant {
    let edge = Int64.random(in: 0...200_000_000, using: &random)
    return switch UInt64.random(in: 0...3, using: &random) {
    case 0: Instant(milliseconds: .min + edge)
    case 1: Instant(milliseconds: .max - edge)
    default: Instant(milliseconds: .random(in: .min ... .max, using: &random))
    }
  }
}
