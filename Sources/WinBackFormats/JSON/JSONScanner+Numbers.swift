extension JSONScanner {
  /// Returns the value of the digit at an offset; nil where there is no digit.
  func digit(at offset: Int) -> UInt8? {
    let digit = bytes.byte(at: offset) &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// Moves behind the number at the offset, all of its grammar checked.
  mutating func scanNumber() throws(JSONError) {
    var end = offset
    if bytes.byte(at: end) == UInt8(ascii: "-") { end &+= 1 }
    if bytes.byte(at: end) == UInt8(ascii: "0") {
      end &+= 1
      if digit(at: end) != nil { throw JSONError(.leadingZero, at: end &- 1) }
    } else {
      end = try endOfDigits(from: end)
    }
    if bytes.byte(at: end) == UInt8(ascii: ".") { end = try endOfDigits(from: end &+ 1) }
    if bytes.byte(at: end) | 0x20 == UInt8(ascii: "e") {
      end &+= 1
      let sign = bytes.byte(at: end)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { end &+= 1 }
      end = try endOfDigits(from: end)
    }
    offset = end
  }

  /// Returns the offset after one or more digits.
  private func endOfDigits(from start: Int) throws(JSONError) -> Int {
    var end = start
    while digit(at: end) != nil { end &+= 1 }
    guard end > start else { throw failure(expected: .digit, at: start) }
    return end
  }

  /// Reads a number that is wrong, has a fraction or an exponent, or has many digits.
  @inline(never)
  mutating func readUnusualNumber() throws(JSONError) -> JSONNumber {
    guard kindOfValue(startingWith: bytes.byte(at: offset)) == .number else {
      throw failure(expected: JSONKind.number)
    }
    let start = offset
    try scanNumber()
    isAfterValue = true
    return number(in: start..<offset)
  }

  /// Works out the exact whole part of a checked number.
  private func number(in range: Range<Int>) -> JSONNumber {
    let isNegative = bytes.byte(at: range.lowerBound) == UInt8(ascii: "-")
    let mantissaStart = range.lowerBound &+ (isNegative ? 1 : 0)
    var mantissaEnd = mantissaStart
    var point: Int?
    while mantissaEnd < range.upperBound, bytes.byte(at: mantissaEnd) | 0x20 != UInt8(ascii: "e") {
      if bytes.byte(at: mantissaEnd) == UInt8(ascii: ".") { point = mantissaEnd }
      mantissaEnd &+= 1
    }
    /// How many mantissa digits stand before the decimal point once the exponent has moved it.
    var wholeDigits = Int64((point ?? mantissaEnd) &- mantissaStart)
    wholeDigits &+= exponent(in: mantissaEnd..<range.upperBound)

    // Negative numbers have the larger range, so the digits are summed up below zero.
    var sum: Int64 = 0
    var hasFraction = false
    var overflows = false
    func append(_ digit: Int64) {
      let (product, isTooLarge) = sum.multipliedReportingOverflow(by: 10)
      let (difference, isTooSmall) = product.subtractingReportingOverflow(digit)
      sum = difference
      overflows = overflows || isTooLarge || isTooSmall
    }
    for offset in mantissaStart..<mantissaEnd {
      guard let digit = digit(at: offset) else { continue }
      if wholeDigits > 0 { append(Int64(digit)) } else if digit != 0 { hasFraction = true }
      wholeDigits &-= 1
    }
    while wholeDigits > 0, sum != 0, !overflows {
      append(0)
      wholeDigits &-= 1
    }
    if !isNegative {
      let (positive, overflow) = (0 as Int64).subtractingReportingOverflow(sum)
      sum = positive
      overflows = overflows || overflow
    } else if hasFraction {
      let (next, overflow) = sum.subtractingReportingOverflow(1)
      sum = next
      overflows = overflows || overflow
    }
    return JSONNumber(
      start: range.lowerBound,
      end: range.upperBound,
      whole: overflows ? 0 : sum,
      form: overflows ? .beyondInt64 : hasFraction ? .fraction : .integer
    )
  }

  /// Returns the exponent that a range such as `e+12` states, cut off far beyond any use.
  private func exponent(in range: Range<Int>) -> Int64 {
    var exponent: Int64 = 0
    var isNegative = false
    for offset in range {
      if bytes.byte(at: offset) == UInt8(ascii: "-") { isNegative = true }
      guard let digit = digit(at: offset) else { continue }
      exponent = min(exponent &* 10 &+ Int64(digit), 1 << 50)
    }
    return isNegative ? 0 &- exponent : exponent
  }

  /// Returns the nearest double of a number; nil where it is larger than every double.
  package func double(of number: JSONNumber) -> Double? {
    guard let double = Double(bytes.text(in: number.range)), double.isFinite else { return nil }
    return double
  }
}
