/// What is wrong with a text that should be an ISO 8601 date, and its location.
public struct ISO8601Error: Error, Sendable, Hashable {
  package let kind: Kind

  /// The offset of the wrong byte, or of the first byte of the wrong number.
  package let offset: Int

  package enum Kind: Sendable, Hashable {
    /// A date cannot continue like this; `found` is nil if the text ends too early.
    case unexpected(found: UInt8?, expected: Expected)
    case outOfRange(Part, Int64)

    /// The day is in 1 to 31, but the month does not have it.
    case noSuchDay(year: Int64, month: Int64, day: Int64)

    /// The offset moves the instant into a year that is too early or too late (T5).
    case yearInUTC(Int64)
  }

  package enum Part: String, Sendable, Hashable {
    case year, month, day, hour, minute, second
    case offsetHour = "offset hour"
    case offsetMinute = "offset minute"

    package var range: ClosedRange<Int64> {
      switch self {
      case .year: 1...9999
      case .month: 1...12
      case .day: 1...31
      case .hour, .offsetHour: 0...23
      case .minute, .second, .offsetMinute: 0...59
      }
    }
  }

  package enum Expected: Sendable, Hashable {
    case digit(Part)
    case digitOfFraction
    case mark(Unicode.Scalar, after: Part)

    /// The end of a date, or the time that follows it.
    case timeOrEnd, secondOrOffsetOrEnd, fractionOrOffsetOrEnd, offsetOrEnd, end
  }
}

extension ISO8601Error: CustomStringConvertible {
  /// The error as text: what was expected, and what was found.
  public var description: String {
    switch kind {
    case .unexpected(let found, let expected):
      "expected \(expected), found \(found.map(Self.name) ?? "the end")"
    case .outOfRange(let part, let value):
      "\(part.rawValue) \(value) is not in \(part.range.lowerBound) to \(part.range.upperBound)"
    case .noSuchDay(let year, let month, let day):
      "\(CivilDate(uncheckedYear: year, month: month, day: day)) does not exist: "
        + "\(CivilDate.monthNames[Int(month) - 1]) \(year) has "
        + "\(CivilDate.daysInMonth(year: year, month: month)) days"
    case .yearInUTC(let year): "year \(year) in UTC is not in 1 to 9999"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'\(Unicode.Scalar(byte))'"
    case 0x20: "a space"
    default: "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }
  }
}

extension ISO8601Error.Expected: CustomStringConvertible {
  package var description: String {
    switch self {
    case .digit(let part): "a digit of the \(part.rawValue)"
    case .digitOfFraction: "a digit of the fraction"
    case .mark(let mark, let part): "'\(mark)' after the \(part.rawValue)"
    case .timeOrEnd: "'T' or the end after the day"
    case .secondOrOffsetOrEnd: "':', 'Z', an offset or the end after the minute"
    case .fractionOrOffsetOrEnd: "'.', 'Z', an offset or the end after the second"
    case .offsetOrEnd: "'Z', an offset or the end after the fraction"
    case .end: "the end after the offset"
    }
  }
}
