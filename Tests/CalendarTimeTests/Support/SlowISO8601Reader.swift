import CalendarTime

/// A second reader of ISO 8601, by regular expression and sums of days, to compare with.
struct SlowISO8601Reader {
  /// What a text says; nothing of it is shared with the reader under test.
  struct Reading: Equatable {
    var milliseconds: Int64
    var offsetInMinutes: Int64
    var isDateOnly: Bool
  }

  private let form: Regex<AnyRegexOutput>

  init() throws {
    self.form = try Regex(
      #"([0-9]{4})-([0-9]{2})-([0-9]{2})"#
        + #"(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?"#
        + #"([Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)?)?"#
    )
  }

  /// Returns what the text says, or nothing where it is wrong.
  func read(_ text: String) -> Reading? {
    guard let match = text.wholeMatch(of: form) else { return nil }
    func part(_ index: Int) -> Substring? { match.output[index].substring }
    func number(_ index: Int) -> Int64 { part(index).flatMap { Int64($0) } ?? 0 }

    let (year, month, day) = (number(1), number(2), number(3))
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year > 0, month > 0, month <= 12, day > 0, day <= lengths[Int(month) - 1],
      number(4) < 24, number(5) < 60, number(6) < 60, number(10) < 24, number(11) < 60
    else { return nil }

    let past = year - 1
    let days =
      365 * past + past / 4 - past / 100 + past / 400 - 719_162
      + lengths.prefix(Int(month) - 1).reduce(0, +) + day - 1
    let fraction = String((part(7) ?? "").prefix(3))
    let milliseconds = Int64(fraction + String(repeating: "0", count: 3 - fraction.count)) ?? 0
    let offset = (part(9) == "-" ? -1 : 1) * (60 * number(10) + number(11))
    let instant =
      days * 86_400_000 + number(4) * 3_600_000 + (number(5) - offset) * 60_000
      + number(6) * 1000 + milliseconds
    guard instant >= -62_135_596_800_000, instant <= 253_402_300_799_999 else { return nil }
    return Reading(milliseconds: instant, offsetInMinutes: offset, isDateOnly: part(4) == nil)
  }
}

extension SlowISO8601Reader.Reading {
  /// What the reader under test read.
  init(_ date: ISO8601Date) {
    self.milliseconds = date.instant.milliseconds
    self.offsetInMinutes = date.offset.milliseconds / 60_000
    self.isDateOnly = date.isDateOnly
  }
}
