/// An instant in milliseconds since 1970-01-01T00:00:00Z.
///
/// The arithmetic is this package's own: data made with the code that it measures would hide faults.
typealias Milliseconds = Int

extension Milliseconds {
  static let day = 86_400_000

  init(year: Int, month: Int, day: Int) {
    self = Self.daysSince1970(year: year, month: month, day: day) * Self.day
  }

  /// The same day of a later month, clamped to the month's last, at the same time of day.
  func adding(months: Int) -> Milliseconds {
    let (days, time) = (self / Self.day, self % Self.day)
    let civil = Self.civil(daysSince1970: days)
    let month = civil.year * 12 + civil.month - 1 + months
    let (year, monthOfYear) = (month / 12, month % 12 + 1)
    let day = Swift.min(civil.day, Self.length(ofMonth: monthOfYear, year: year))
    return Self.daysSince1970(year: year, month: monthOfYear, day: day) * Self.day + time
  }

  static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let yearOfEra = marchYear % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return marchYear / 400 * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    guard month == 2 else {
      return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  }
}
