import CalendarTime

/// The length of a period, as ISO 8601, App Store Connect or its reports write it.
struct SubscriptionLength: Sendable, Hashable {
  let months: Int64
  let days: Int64

  /// Reads a length such as `P1M`, `P7D`, `1 Month`, `7 Days`, `ONE_MONTH`.
  init?(_ text: String) {
    let letters = text.uppercased().filter { $0.isLetter }
    var digits = text.filter { $0.isASCII && $0.isNumber }
    var unit = letters
    if letters.hasPrefix("P"), !digits.isEmpty {
      unit = String(letters.dropFirst())
    } else if digits.isEmpty {
      let numbers = ["ONE": "1", "TWO": "2", "THREE": "3", "SIX": "6"]
      guard let word = numbers.keys.first(where: { letters.hasPrefix($0) }) else { return nil }
      digits = numbers[word] ?? ""
      unit = String(letters.dropFirst(word.count))
    }
    guard let count = Int64(digits), (1...1000).contains(count) else { return nil }
    switch unit {
    case "D", "DAY", "DAYS": (months, days) = (0, count)
    case "W", "WEEK", "WEEKS": (months, days) = (0, 7 * count)
    case "M", "MONTH", "MONTHS": (months, days) = (count, 0)
    case "Y", "YEAR", "YEARS": (months, days) = (12 * count, 0)
    default: return nil
    }
  }

  /// Returns the end of a period of this length (T2).
  func end(from start: Instant) -> Instant {
    start.adding(months: months).adding(milliseconds: days * Instant.millisecondsPerDay)
  }
}
