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
    civil.year = Int((Double(monthsSinceYearZero) / 12).rounded(.down))
    civil.month = monthsSinceYearZero - civil.year * 12 + 1
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

  /// Counts whole years, then whole months, from 1970-01-01 to the instant.
  static func civilTime(of instant: Milliseconds) -> CivilTime {
    var timeOfDay = instant % day
    if timeOfDay < 0 { timeOfDay += day }
    var daysLeft = Int((instant - timeOfDay) / day)
    var year = 1970
    while daysLeft < 0 {
      year -= 1
      daysLeft += days(inYear: year)
    }
    while daysLeft >= days(inYear: year) {
      daysLeft -= days(inYear: year)
      year += 1
    }
    var month = 1
    while daysLeft >= days(inMonth: month, of: year) {
      daysLeft -= days(inMonth: month, of: year)
      month += 1
    }
    return CivilTime(year: year, month: month, dayOfMonth: daysLeft + 1, timeOfDay: timeOfDay)
  }

  /// Adds up the years, months and days between 1970-01-01 and the date.
  static func milliseconds(of civil: CivilTime) -> Milliseconds {
    var dayCount = civil.dayOfMonth - 1
    var year = 1970
    while year < civil.year {
      dayCount += days(inYear: year)
      year += 1
    }
    while year > civil.year {
      year -= 1
      dayCount -= days(inYear: year)
    }
    var month = 1
    while month < civil.month {
      dayCount += days(inMonth: month, of: civil.year)
      month += 1
    }
    return Milliseconds(dayCount) * day + civil.timeOfDay
  }
}
