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
