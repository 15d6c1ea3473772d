import WinBack

/// The storefronts by alpha-2 and alpha-3 code, at hand without a search.
struct StorefrontTable: Sendable {
  /// The one table that all readers share: to make it takes as long as to read some hundred rows.
  static let all = StorefrontTable()

  /// By the two letters of the alpha-2 code, each from 0 to 25.
  private var byAlpha2: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 26 * 26)

  private init() {
    for (alpha2, alpha3) in Storefront.alpha3ByAlpha2 {
      let first = Int(alpha2 >> 8) - Int(UInt8(ascii: "A"))
      let second = Int(alpha2 & 0xFF) - Int(UInt8(ascii: "A"))
      byAlpha2[first * 26 + second] = alpha3
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
