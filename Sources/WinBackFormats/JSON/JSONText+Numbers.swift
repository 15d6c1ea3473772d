extension JSONText {
  /// Returns the number at an offset if it consists of up to 15 digits; nil for all others, and at
  /// some offsets near the end of the bytes.
  @inline(__always)
  func plainNumber(at start: Int) -> JSONNumber? {
    guard let first = loads.wholeWord(at: start),
      let second = loads.wholeWord(at: start &+ 8)
    else { return nil }
    var digitCount = first.leadingDigitCount
    var magnitude: UInt64
    if digitCount < 8 {
      magnitude = first.value(ofDigits: digitCount)
    } else {
      let restCount = second.leadingDigitCount
      guard let last = loads.wholeWord(at: start &+ restCount) else { return nil }
      magnitude = first.value(ofDigits: restCount) &* 100_000_000 &+ last.value(ofDigits: 8)
      digitCount = 8 &+ restCount
    }
    let end = start &+ digitCount
    let next = byte(at: end) | 0x20
    guard digitCount > 0, digitCount < 16, next != UInt8(ascii: "."), next != UInt8(ascii: "e"),
      digitCount == 1 || first & 0xFF != UInt64(UInt8(ascii: "0"))
    else { return nil }
    return JSONNumber(start: start, end: end, whole: Int64(bitPattern: magnitude), form: .integer)
  }

  /// Returns the offset after the number at an offset; throws an error if there is none.
  func endOfNumber(at start: Int) throws(JSONError) -> Int {
    var end = start
    if byte(at: end) == UInt8(ascii: "-") { end &+= 1 }
    if byte(at: end) == UInt8(ascii: "0") {
      end &+= 1
      guard digit(at: end) == nil else {
        throw JSONError("a number starts with 0 and continues with a digit", at: end &- 1)
      }
    } else {
      end = try endOfDigits(from: end)
    }
    if byte(at: end) == UInt8(ascii: ".") { end = try endOfDigits(from: end &+ 1) }
    if byte(at: end) | 0x20 == UInt8(ascii: "e") {
      end &+= 1
      let sign = byte(at: end)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { end &+= 1 }
      end = try endOfDigits(from: end)
    }
    return end
  }

  @inline(__always)
  private func endOfDigits(from start: Int) throws(JSONError) -> Int {
    var end = start
    var digitCount: Int
    repeat {
      digitCount = loads.word(at: end).leadingDigitCount
      end &+= digitCount
    } while digitCount == 8
    guard end > start else { throw failure(expected: "a digit", at: start) }
    return end
  }

  @inline(__always)
  private func digit(at offset: Int) -> UInt8? {
    let digit = byte(at: offset) &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }
}

// MARK: - Numbers with a sign, a fraction, an exponent or many digits

extension JSONText {
  /// Returns the number at an offset, times a power of ten; throws an error if there is none.
  @inline(never)
  func number(at start: Int, timesTenToThe power: Int64 = 0) throws(JSONError) -> JSONNumber {
    guard JSONKind(startingWith: byte(at: start)) == .number else {
      throw failure(expected: .number, at: start)
    }
    let end = try endOfNumber(at: start)
    let isNegative = byte(at: start) == UInt8(ascii: "-")
    let mantissaStart = start &+ (isNegative ? 1 : 0)
    var mantissaEnd = mantissaStart
    var point: Int?
    while mantissaEnd < end, byte(at: mantissaEnd) | 0x20 != UInt8(ascii: "e") {
      if byte(at: mantissaEnd) == UInt8(ascii: ".") { point = mantissaEnd }
      mantissaEnd &+= 1
    }
    /// How many digits follow before the decimal point, after the exponent has moved it.
    var wholeDigits =
      Int64((point ?? mantissaEnd) &- mantissaStart) &+ exponent(in: mantissaEnd..<end) &+ power
    var magnitude: UInt64 = 0
    var hasFraction = false
    for offset in mantissaStart..<mantissaEnd {
      guard let digit = digit(at: offset) else { continue }
      if wholeDigits > 0 {
        magnitude = magnitude.appending(digit)
      } else if digit != 0 {
        hasFraction = true
      }
      wholeDigits &-= 1
    }
    while wholeDigits > 0, magnitude > 0, magnitude < .max {
      magnitude = magnitude.appending(0)
      wholeDigits &-= 1
    }
    // A negative number with a fraction is rounded down, away from zero.
    let limit = isNegative ? Int64.min.magnitude : Int64.max.magnitude
    let excess: UInt64 = isNegative && hasFraction ? 1 : 0
    guard magnitude <= limit &- excess else {
      return JSONNumber(start: start, end: end, whole: 0, form: .beyondInt64)
    }
    let whole = Int64(bitPattern: isNegative ? 0 &- magnitude &- excess : magnitude)
    return JSONNumber(
      start: start,
      end: end,
      whole: whole,
      form: hasFraction ? .fraction : .integer
    )
  }

  /// Returns the exponent in a range such as `e+12`, limited to 2^50.
  private func exponent(in range: Range<Int>) -> Int64 {
    var exponent: Int64 = 0
    var isNegative = false
    for offset in range {
      if byte(at: offset) == UInt8(ascii: "-") { isNegative = true }
      guard let digit = digit(at: offset) else { continue }
      exponent = min(exponent &* 10 &+ Int64(digit), 1 << 50)
    }
    return isNegative ? 0 &- exponent : exponent
  }

  func double(of number: JSONNumber) -> Double? {
    guard let double = Double(bytes.text(in: number.range)), double.isFinite else { return nil }
    return double
  }
}

extension UInt64 {
  /// Returns the number with another digit at its end; the greatest number if it has too many.
  fileprivate func appending(_ digit: UInt8) -> UInt64 {
    // A number of 20 digits is beyond 64 bits with a sign.
    self < 1_000_000_000_000_000_000 ? self &* 10 &+ UInt64(digit) : .max
  }
}
