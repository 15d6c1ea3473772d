extension Reference {
  /// A date and a time of day in UTC, of the proleptic Gregorian calendar (T2).
  struct CivilTime {
    var year: Int
    /// 1 to 12.
    var month: Int
    /// 1 to 31.
    var dayOfMonth: Int
    var timeOfDay: Milliseconds
  }

  /// T2: the same day of the month `count` months later, clamped to the last one, at the same time.
  static func add(months count: Int, to instant: Milliseconds) -> Milliseconds {
    var civil = civilTime(of: instant)
    let monthsSinceYearZero = civil.year * 12 + (civil.month - 1) + count
    civil.year = monthsSinceYearZero / 12
    civil.month = monthsSinceYearZero % 12 + 1
    civil.dayOfMonth = min(civil.dayOfMonth, days(inMonth: civil.month, of: civil.year))
    return milliseconds(of: civil)
  }

  /// T3: the most months that can be added to `start` without passing `end`.
  static func months(from start: Milliseconds, to end: Milliseconds) -> Int {
    var count = 0
    while add(months: count + 1, to: start) <= end { count += 1 }
    return count
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func days(inYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1970-01-01 to the first day of every year from year 0 on, added up one by one.
  private static let newYears: [Int] = {
    let daysFromYear0 = (0..<1970).map(days(inYear:)).reduce(0, +)
    var newYears = [-daysFromYear0]
    for year in 0..<12_000 { newYears.append(newYears[year] + days(inYear: year)) }
    return newYears
  }()

  /// Looks for the year, then for the month.
  static func civilTime(of instant: Milliseconds) -> CivilTime {
    var timeOfDay = instant % day
    if timeOfDay < 0 { timeOfDay += day }
    var daysLeft = Int((instant - timeOfDay) / day)
    var year = 1970 + daysLeft / 366
    while daysLeft < newYears[year] { year -= 1 }
    while daysLeft >= newYears[year + 1] { year += 1 }
    daysLeft -= newYears[year]
    var month = 1
    while daysLeft >= days(inMonth: month, of: year) {
      daysLeft -= days(inMonth: month, of: year)
      month += 1
    }
    return CivilTime(year: year, month: month, dayOfMonth: daysLeft + 1, timeOfDay: timeOfDay)
  }

  /// Adds up the years, the months and the days.
  static func milliseconds(of civil: CivilTime) -> Milliseconds {
    var dayCount = newYears[civil.year] + civil.dayOfMonth - 1
    for month in 1..<civil.month { dayCount += days(inMonth: month, of: civil.year) }
    return Milliseconds(dayCount) * day + civil.timeOfDay
  }
}
