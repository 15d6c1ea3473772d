/// The text of durations: decimal numbers, each with a unit, such as `1h30m`, `-1.5s` or `0`.
enum DurationText {
  /// The milliseconds that a duration can have: those whose nanoseconds have a 64-bit number.
  ///
  /// That is some 292 years. The reference implementation of the language has the same limit.
  static let range: ClosedRange<Int64> = -9_223_372_036_854...9_223_372_036_854

  /// The nanoseconds of each unit; a unit comes before the units that are its beginning.
  private static let units: [(suffix: String, nanoseconds: Int128)] = [
    ("ns", 1), ("us", 1000), ("µs", 1000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  /// Returns a duration in seconds, with the fraction that it has, such as `90s` or `0.5s`.
  static func text(ofMilliseconds milliseconds: Int64) -> String {
    let (seconds, fraction) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = milliseconds < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(seconds)s" }
    var digits = String(1000 + fraction).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(seconds).\(digits)s"
  }

  /// Returns the milliseconds of a duration's text; a fraction of a millisecond is rounded down (T1).
  static func milliseconds(of text: String) throws(EvaluationFailure) -> Int64 {
    let malformed = EvaluationFailure.malformed(text, as: .duration)
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard !rest.isEmpty else { throw malformed }
    if rest.elementsEqual("0".utf8) { return 0 }

    var total: Int128 = 0
    while !rest.isEmpty {
      guard let number = takeNumber(&rest), let unit = takeUnit(&rest) else { throw malformed }
      // Digits that cannot change the result are dropped, so nothing overflows.
      total += number.whole * unit + number.fraction * unit / number.scale
      guard total <= Int128(Int64.max) else { throw .outOfRange(.duration) }
    }
    let (milliseconds, remainder) = total.quotientAndRemainder(dividingBy: 1_000_000)
    let rounded = isNegative ? -milliseconds - (remainder > 0 ? 1 : 0) : milliseconds
    guard range.contains(Int64(rounded)) else { throw .outOfRange(.duration) }
    return Int64(rounded)
  }

  /// A decimal number: the whole part, and the fraction as a number of parts of a scale.
  private typealias Number = (whole: Int128, fraction: Int128, scale: Int128)

  private static func takeNumber(_ rest: inout Substring.UTF8View) -> Number? {
    var number: Number = (0, 0, 1)
    var hasDigits = false
    while let digit = takeDigit(&rest) {
      number.whole = min(number.whole * 10 + digit, Int128(Int64.max))
      hasDigits = true
    }
    guard rest.first == UInt8(ascii: ".") else { return hasDigits ? number : nil }
    rest.removeFirst()
    while let digit = takeDigit(&rest) {
      hasDigits = true
      guard number.scale < 1_000_000_000_000_000 else { continue }
      number.fraction = number.fraction * 10 + digit
      number.scale *= 10
    }
    return hasDigits ? number : nil
  }

  private static func takeDigit(_ rest: inout Substring.UTF8View) -> Int128? {
    guard let byte = rest.first, case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else {
      return nil
    }
    rest.removeFirst()
    return Int128(byte - UInt8(ascii: "0"))
  }

  private static func takeUnit(_ rest: inout Substring.UTF8View) -> Int128? {
    for unit in units where rest.starts(with: unit.suffix.utf8) {
      rest.removeFirst(unit.suffix.utf8.count)
      return unit.nanoseconds
    }
    return nil
  }
}
