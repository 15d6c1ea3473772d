/// Reads every form of ISO 8601 text byte by byte, and says what is wrong.
struct ISO8601Reader: ~Escapable {
  private let bytes: RawSpan
  private var position: Int

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool { position == bytes.byteCount }

  mutating func readDateOrDateTime() throws(ISO8601Error) -> ISO8601Date {
    let midnight = Instant(try readDate())
    if isAtEnd { return ISO8601Date(instant: midnight, isDateOnly: true) }
    guard skip("T") || skip("t") || skip(" ") else { throw unexpected(.timeOrEnd) }

    var time = 3_600_000 &* (try readNumber(.hour, digits: 2))
    try expect(":", after: .hour)
    time &+= 60_000 &* (try readNumber(.minute, digits: 2))
    guard skip(":") else {
      return try readOffsetAndEnd(
        of: midnight.adding(milliseconds: time),
        orElse: .secondOrOffsetOrEnd
      )
    }
    time &+= 1000 &* (try readNumber(.second, digits: 2))
    return try readAfterSecond(of: midnight.adding(milliseconds: time))
  }

  /// Reads what follows the second of a date-time: a fraction, an offset, or neither, and the end.
  mutating func readAfterSecond(of local: Instant) throws(ISO8601Error) -> ISO8601Date {
    guard skip(".") else { return try readOffsetAndEnd(of: local, orElse: .fractionOrOffsetOrEnd) }
    return try readOffsetAndEnd(
      of: local.adding(milliseconds: try readFraction()),
      orElse: .offsetOrEnd
    )
  }

  private mutating func readOffsetAndEnd(
    of local: Instant,
    orElse expected: ISO8601Error.Expected
  ) throws(ISO8601Error) -> ISO8601Date {
    if isAtEnd {
      return ISO8601Date(instant: local)
    }
    let positionOfOffset = position
    guard let offset = try readOffset() else { throw unexpected(expected) }
    guard isAtEnd else { throw unexpected(.end) }

    let instant = local.adding(milliseconds: -offset.milliseconds)
    guard instant.isValid else {
      throw ISO8601Error(kind: .yearInUTC(instant.date.year), offset: positionOfOffset)
    }
    return ISO8601Date(instant: instant, offset: offset)
  }

  /// Reads an offset if there is one, but not the end.
  mutating func readOffset() throws(ISO8601Error) -> UTCOffset? {
    if skip("Z") || skip("z") { return .utc }

    let isBehind = skip("-")
    guard isBehind || skip("+") else { return nil }
    let hour = try readNumber(.offsetHour, digits: 2)
    var minute: Int64 = 0
    if !isAtEnd {
      _ = skip(":")
      minute = try readNumber(.offsetMinute, digits: 2)
    }
    let minutes = Int16(truncatingIfNeeded: 60 &* hour &+ minute)
    return UTCOffset(minutes: isBehind ? -minutes : minutes)
  }

  private mutating func readDate() throws(ISO8601Error) -> CivilDate {
    let year = try readNumber(.year, digits: 4)
    try expect("-", after: .year)
    let month = try readNumber(.month, digits: 2)
    try expect("-", after: .month)
    let positionOfDay = position
    let day = try readNumber(.day, digits: 2)
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw ISO8601Error(
        kind: .noSuchDay(year: year, month: month, day: day),
        offset: positionOfDay
      )
    }
    return date
  }

  /// Reads a fraction; its first three digits are milliseconds (T1).
  private mutating func readFraction() throws(ISO8601Error) -> Int64 {
    guard peekDigit() != nil else { throw unexpected(.digitOfFraction) }
    var milliseconds: Int64 = 0
    var unit: Int64 = 100
    while let digit = peekDigit() {
      milliseconds &+= unit &* digit
      unit /= 10
      position += 1
    }
    return milliseconds
  }

  private mutating func readNumber(
    _ part: ISO8601Error.Part,
    digits: Int
  ) throws(ISO8601Error) -> Int64 {
    let start = position
    var number: Int64 = 0
    for _ in 0..<digits {
      guard let digit = peekDigit() else { throw unexpected(.digit(part)) }
      number = 10 &* number &+ digit
      position += 1
    }
    guard part.range.contains(number) else {
      throw ISO8601Error(kind: .outOfRange(part, number), offset: start)
    }
    return number
  }

  private mutating func expect(
    _ mark: Unicode.Scalar,
    after part: ISO8601Error.Part
  ) throws(ISO8601Error) {
    guard skip(mark) else { throw unexpected(.mark(mark, after: part)) }
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private func peek() -> UInt8? {
    guard position < bytes.byteCount else { return nil }
    return bytes.existingByte(at: position)
  }

  private func peekDigit() -> Int64? {
    guard let byte = peek(), case 0x30...0x39 = byte else { return nil }
    return Int64(byte &- 0x30)
  }

  private func unexpected(_ expected: ISO8601Error.Expected) -> ISO8601Error {
    ISO8601Error(kind: .unexpected(found: peek(), expected: expected), offset: position)
  }
}
