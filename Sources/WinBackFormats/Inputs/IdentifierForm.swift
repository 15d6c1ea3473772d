/// What an identifier is if it went through a program that takes texts for other things.
package enum IdentifierForm: Sendable, Hashable {
  /// An identifier as it was.
  case plain
  /// A whole number of so many digits, behind which a program wrote `.0`.
  case whole(digits: Int)
  /// A number that a program has rounded, or may have.
  case rounded
  /// A word for nothing, such as `NULL`.
  case nothing
}

extension IdentifierForm {
  private static let words = ["null", "none", "nan", "n/a", "<na>", "nat", "nil", "undefined"]

  /// The most that a program can count in numbers with a fraction, 2 to the power of 53.
  private static let mostExact: UInt64 = 1 << 53

  package init(of text: RawSpan) {
    let count = text.byteCount
    let digits = text.digitCount(from: 0)
    guard digits > 0 else {
      self = count <= 9 && text.isWord(among: Self.words) ? .nothing : .plain
      return
    }
    var end = digits
    if text.byte(at: end) == UInt8(ascii: ".") {
      end &+= 1 &+ text.digitCount(from: end &+ 1)
    }
    if text.byte(at: end) | 0x20 == UInt8(ascii: "e"), text.byte(at: end &+ 1) == UInt8(ascii: "+")
    {
      let power = text.digitCount(from: end &+ 2)
      self = power > 0 && end &+ 2 &+ power == count ? .rounded : .plain
      return
    }
    guard end == count, end > digits &+ 1,
      (digits &+ 1..<count).allSatisfy({ text.byte(at: $0) == UInt8(ascii: "0") })
    else {
      self = .plain
      return
    }
    let number = UInt64(text.text(in: 0..<digits)) ?? .max
    self = number <= Self.mostExact ? .whole(digits: digits) : .rounded
  }
}

extension RawSpan {
  /// Whether an identifier is short or ends as a number does that a program wrote; most are not.
  @inline(__always)
  func mayBeNoIdentifier(in range: Range<Int>) -> Bool {
    range.count <= 9 || byte(at: range.upperBound &- 1) == UInt8(ascii: "0")
      || byte(at: range.upperBound &- 3) == UInt8(ascii: "+")
  }

  fileprivate func digitCount(from start: Int) -> Int {
    var end = start
    while end < byteCount, byte(at: end) &- UInt8(ascii: "0") < 10 { end &+= 1 }
    return end &- start
  }

  fileprivate func isWord(among words: [String]) -> Bool {
    switch byte(at: 0) {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "u"), UInt8(ascii: "U"),
      UInt8(ascii: "<"):
      break
    default: return false
    }
    return words.contains(text(in: 0..<byteCount).lowercased())
  }
}

extension HistoryRecord {
  /// Checks the identifier of the customer, and makes a whole number of one that a program wrote
  /// with a fraction.
  ///
  /// - Throws: ``HistoryError`` if it names nobody.
  package mutating func checkCustomer() throws(HistoryError) {
    guard text.rawBytes.mayBeNoIdentifier(in: customerId.indices) else { return }
    let kind: HistoryError.Kind
    switch IdentifierForm(of: text.rawBytes.extracting(customerId.indices)) {
    case .plain: return
    case .whole(let digits):
      let start = customerId.indices.lowerBound
      customerId = TextRange(start: start, count: digits)
      return
    case .rounded: kind = .roundedCustomer(id: string(customerId))
    case .nothing: kind = .customerIsNothing(id: string(customerId))
    }
    throw HistoryError(kind: kind, sourceOffset: transactions.first?.sourceOffset ?? 0)
  }
}
