/// A price in thousandths of the currency's unit, read from a decimal number.
///
/// What counts for eligibility is whether it is 0, so that a price below a thousandth is not rounded
/// to nothing.
struct Milliunits {
  let amount: Int64

  init?(_ text: borrowing RawSpan) {
    var offset = 0
    let isNegative = text.byte(at: 0) == UInt8(ascii: "-")
    if isNegative { offset = 1 }
    var amount: Int64 = 0
    var digits = 0
    var decimals = -1
    var isTiny = false
    while offset < text.byteCount {
      let byte = text.byte(at: offset)
      offset &+= 1
      if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
        continue
      }
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
      digits &+= 1
      if decimals >= 3 {
        isTiny = isTiny || byte != UInt8(ascii: "0")
        continue
      }
      if decimals >= 0 { decimals &+= 1 }
      guard amount < 100_000_000_000_000 else { return nil }
      amount = amount &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
    }
    guard digits > 0 else { return nil }
    for _ in max(decimals, 0)..<3 { amount = amount &* 10 }
    if amount == 0, isTiny { amount = 1 }
    self.amount = isNegative ? -amount : amount
  }
}
