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
      if digit(at: end) != nil { throw JSONError(.leadingZero, at: end &- 1) }
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
    guard end > start else { throw failure(expected: .digit, at: start) }
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
      throw failure(expected: .kind(.number), at: start)
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
    let digitsBeforePoint = Int64((point ?? mantissaEnd) &- mantissaStart)
    var decimal = DecimalFloor(
      isNegative: isNegative,
      wholeDigits: digitsBeforePoint &+ exponent(in: mantissaEnd..<end) &+ power
    )
    for offset in mantissaStart..<mantissaEnd {
      if let digit = digit(at: offset) { decimal.append(digit) }
    }
    let (whole, form) = decimal.result()
    return JSONNumber(start: start, end: end, whole: whole, form: form)
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

/// The exact whole part, rounded down, of a decimal number that is read digit by digit.
struct DecimalFloor {
  private let isNegative: Bool

  /// The number of digits that follow before the decimal point; negative after the point.
  private var wholeDigits: Int64

  /// The digits before the point as a negative number, whose range is larger.
  private var sum: Int64 = 0
  private var hasFraction = false
  private var overflows = false

  /// Starts a number with a number of digits before the point, after the exponent has moved it.
  init(isNegative: Bool, wholeDigits: Int64) {
    self.isNegative = isNegative
    self.wholeDigits = wholeDigits
  }

  mutating func append(_ digit: UInt8) {
    if wholeDigits > 0 {
      appendWhole(Int64(digit))
    } else if digit != 0 {
      hasFraction = true
    }
    wholeDigits &-= 1
  }

  mutating func result() -> (whole: Int64, form: JSONNumber.Form) {
    while wholeDigits > 0, sum != 0, !overflows {
      appendWhole(0)
      wholeDigits &-= 1
    }
    if !isNegative {
      keep(Int64(0).subtractingReportingOverflow(sum))
    } else if hasFraction {
      keep(sum.subtractingReportingOverflow(1))
    }
    return overflows ? (0, .beyondInt64) : (sum, hasFraction ? .fraction : .integer)
  }

  private mutating func appendWhole(_ digit: Int64) {
    keep(sum.multipliedReportingOverflow(by: 10))
    keep(sum.subtractingReportingOverflow(digit))
  }

  private mutating func keep(_ result: (partialValue: Int64, overflow: Bool)) {
    sum = result.partialValue
    overflows = overflows || result.overflow
  }
}
