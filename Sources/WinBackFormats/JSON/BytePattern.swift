/// Up to 32 bytes of text, for telling at once whether the same bytes stand elsewhere.
///
/// Objects of a file are alike, so that to compare with what came before is faster than to read:
/// how far a match reaches is known before its bytes are loaded, and the processor continues.
struct BytePattern: Sendable {
  /// The most bytes that a pattern may have.
  static let limit = 32

  let count: Int
  private let bytes: SIMD4<UInt64>
  private let mask: SIMD4<UInt64>

  /// Takes the bytes of a range; nil if they are too many or too near the end of the text.
  init?(_ range: Range<Int>, in text: borrowing ByteLoads) {
    guard range.count <= Self.limit, let window = text.window(at: range.lowerBound) else {
      return nil
    }
    count = range.count
    var mask = SIMD4<UInt64>()
    for index in mask.indices {
      let byteCount = min(max(count - 8 * index, 0), 8)
      // The shift gives 0 for no bytes at all.
      mask[index] = ~(UInt64.max << UInt64(8 * byteCount)).littleEndian
    }
    self.mask = mask
    bytes = window
  }

  /// Returns whether the bytes stand at an offset; false for some near the end of the text.
  @inline(__always)
  func matches(_ text: borrowing ByteLoads, at offset: Int) -> Bool {
    guard let window = text.window(at: offset) else { return false }
    let differences = (window ^ bytes) & mask
    let folded = differences.lowHalf | differences.highHalf
    return folded[0] | folded[1] == 0
  }
}
