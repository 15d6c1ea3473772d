extension Reference {
  /// Reads `2024-06-01` or `2024-06-01T12:30:00Z`, with or without milliseconds, as UTC.
  static func instant(_ text: String) -> Milliseconds {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) } + [0, 0, 0, 0]
    let time = ((parts[3] * 60 + parts[4]) * 60 + parts[5]) * 1000 + parts[6]
    return milliseconds(
      of: CivilTime(
        year: parts[0],
        month: parts[1],
        dayOfMonth: parts[2],
        timeOfDay: Milliseconds(time)
      )
    )
  }

  /// Writes an instant as `2024-06-01T12:30:00.000Z`.
  static func text(_ instant: Milliseconds) -> String {
    let civil = civilTime(of: instant)
    let time = Int(civil.timeOfDay)
    let date = [(civil.year, 4), (civil.month, 2), (civil.dayOfMonth, 2)].map(padded)
    let clock = [(time / 3_600_000, 2), (time / 60_000 % 60, 2), (time / 1000 % 60, 2)].map(padded)
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
      + padded(time % 1000, 3) + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
