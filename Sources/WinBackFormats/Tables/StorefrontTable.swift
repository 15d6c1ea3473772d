import WinBack

/// The storefronts by alpha-2 and alpha-3 code, at hand without a search.
struct StorefrontTable: Sendable {
  /// The one table that all readers share: to make it takes as long as to read some hundred rows.
  static let all = StorefrontTable()

  /// By the two letters of the alpha-2 code, each from 0 to 25.
  private var byAlpha2: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 26 * 26)

  private init() {
    for first in 0..<UInt32(26) {
      for second in 0..<UInt32(26) {
        let code = (first + 0x41) << 8 | (second + 0x41)
        byAlpha2[Int(first * 26 + second)] = Storefront.alpha3(ofAlpha2: code) ?? 0
      }
    }
  }

  /// Returns the storefront that a field names; nil where it is spelt in an unusual way.
  @inline(__always)
  func find(_ field: RowField, _ text: borrowing ByteLoads) -> Storefront? {
    let word = text.word(at: field.start)
    let first = UInt32(truncatingIfNeeded: word & 0xFF) &- 0x41
    let second = UInt32(truncatingIfNeeded: word &>> 8 & 0xFF) &- 0x41
    guard field.escaping == .none, first < 26, second < 26 else { return nil }
    switch field.range.count {
    case 2:
      let packed = byAlpha2[Int(first &* 26 &+ second)]
      return packed == 0 ? nil : Storefront(packed: packed)
    case 3:
      let third = UInt32(truncatingIfNeeded: word &>> 16 & 0xFF) &- 0x41
      guard third < 26 else { return nil }
      return Storefront(packed: (first + 0x41) << 16 | (second + 0x41) << 8 | (third + 0x41))
    default: return nil
    }
  }
}
